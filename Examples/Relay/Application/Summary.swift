import Foundation

/// What a run has done, in words.
struct Summary {
  private let counts: Ledger.Counts
  private let retries: Int
  private let times: [(name: String, time: Duration)]
  private let time: Duration
  private let processorTime: Double

  /// Takes the numbers of a run, and how long it took by the clock and by the processor.
  init(of ledger: Ledger, time: Duration, processorTime: Double) async {
    counts = await ledger.counts
    retries = await ledger.retries
    times = await ledger.times
    self.time = time
    self.processorTime = processorTime
  }

  var text: String {
    let speed = Int(Double(counts.read) / max(seconds(time), 0.000_001))
    return """
      lines    \(counts.read) read, \(counts.written) written, \(counts.dropped) dropped, \
      \(counts.rejected) rejected
      retries  \(retries)
      stages   \(times.isEmpty ? "none" : times.map { "\($0.name) \(text($0.time))" }.joined(separator: ", "))
      speed    \(speed) lines/s, \(text(time)) in all, \
      \(fixed(processorTime, digits: 3)) s of the processor
      memory   \(fixed(ProcessUsage.peakMemory, digits: 1)) MB at most
      """
  }

  private func text(_ time: Duration) -> String { "\(fixed(seconds(time), digits: 3)) s" }

  private func seconds(_ time: Duration) -> Double { time / .seconds(1) }

  private func fixed(_ number: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }
}
