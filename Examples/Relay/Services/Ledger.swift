/// Counts what happens in a run.
///
/// Stages, decorators and the pipeline write to it from whatever task they run in: once for each batch.
actor Ledger {
  private(set) var counts = Counts()
  private(set) var retries = 0
  private(set) var times: [(name: String, seconds: Double)] = []

  struct Counts: Sendable {
    var read = 0
    var written = 0
    var dropped = 0
    var rejected = 0
  }

  func add(read: Int) {
    counts.read += read
  }

  func add(written: Int, dropped: Int, rejected: Int) {
    counts.written += written
    counts.dropped += dropped
    counts.rejected += rejected
  }

  func addRetry() {
    retries += 1
  }

  func add(seconds: Double, to name: String) {
    if let index = times.firstIndex(where: { $0.name == name }) {
      times[index].seconds += seconds
    } else {
      times.append((name, seconds))
    }
  }
}
