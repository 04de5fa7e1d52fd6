/// A stage whose time is measured.
struct TimedStage: Stage {
  let inner: any Stage
  let name: String
  let ledger: Ledger

  func process(_ batch: inout Batch) async throws {
    let start = ContinuousClock.now
    try await inner.process(&batch)
    await ledger.add(.now - start, to: name)
  }
}
