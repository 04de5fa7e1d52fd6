import Foundation

/// What a run has done, in words.
struct Summary {
  let text: String

  /// Takes the numbers of a run, and how long it took.
  init(of ledger: Ledger, seconds: Double) async {
    let (counts, retries, times) = (await ledger.counts, await ledger.retries, await ledger.times)
    func text(_ seconds: Double) -> String { String(format: "%.3f s", seconds) }
    self.text = """
      lines    \(counts.read) read, \(counts.written) written, \(counts.dropped) dropped, \
      \(counts.rejected) rejected
      retries  \(retries)
      stages   \(times.isEmpty ? "none" : times.map { "\($0.name) \(text($0.seconds))" }.joined(separator: ", "))
      time     \(text(seconds))
      """
  }
}
