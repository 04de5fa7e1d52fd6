/// A sink whose time is measured.
struct TimedSink: Sink {
  let inner: any Sink
  let ledger: Ledger

  func write(_ batch: Batch) async throws -> Int {
    let start = ContinuousClock.now
    let count = try await inner.write(batch)
    await ledger.add(.now - start, to: "sink")
    return count
  }

  func close() async throws {
    try await inner.close()
  }
}
