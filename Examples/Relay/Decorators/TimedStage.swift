import Foundation

/// A stage whose time is measured.
struct TimedStage: Stage {
  let inner: any Stage
  let name: String
  let ledger: Ledger

  func process(_ batch: inout Batch) async throws {
    let start = ProcessInfo.processInfo.systemUptime
    try await inner.process(&batch)
    await ledger.add(seconds: ProcessInfo.processInfo.systemUptime - start, to: name)
  }
}
