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
    var pause = Duration.milliseconds(1)
    for _ in 1..<attempts {
      do {
        return try await inner.process(&batch)
      } catch is TemporaryProblem {
        await ledger.addRetry()
        try await Task.sleep(for: pause)
        pause *= 4
      }
    }
    try await inner.process(&batch)
  }
}
