/// A stage that is tried again if a failure may be gone a little later.
struct RetryingStage: Stage {
  let inner: any Stage
  let ledger: Ledger
  private let attempts = 3

  init(inner: any Stage, ledger: Ledger) {
    self.inner = inner
    self.ledger = ledger
  }

  func process(_ batch: inout Batch) async throws {
    var nanoseconds: UInt64 = 1_000_000
    for _ in 1..<attempts {
      do {
        return try await inner.process(&batch)
      } catch is TemporaryProblem {
        await ledger.addRetry()
        try await Task.sleep(nanoseconds: nanoseconds)
        nanoseconds *= 4
      }
    }
    try await inner.process(&batch)
  }
}
