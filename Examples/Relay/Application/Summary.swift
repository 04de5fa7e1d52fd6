import Foundation

/// What a run has done, in words.
struct Summary {
  let text: String

  /// Takes the numbers of a run, and how long it took.
  init(of ledger: Ledger, time: Duration) async {
    let (counts, retries, times) = (await ledger.counts, await ledger.retries, await ledger.times)
    func text(_ time: Duration) -> String { String(format: "%.3f s", time / .seconds(1)) }
    self.text = """
      lines    \(counts.read) read, \(counts.written) written, \(counts.dropped) dropped, \
      \(counts.rejected) rejected
      retries  \(retries)
      stages   \(times.isEmpty ? "none" : times.map { "\($0.name) \(text($0.time))" }.joined(separator: ", "))
      time     \(text(time))
      """
  }
}
