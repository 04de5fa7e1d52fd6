import FacetTestSupport
import Testing

/// Runs `body` on `count` threads at the same time, and waits for all of them.
///
/// The threads start together, so that what they do first overlaps.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = Meeting(of: count)
  let runs = (0..<count).map { index in
    ThreadRun {
      start.attend()
      body(index)
    }
  }
  for (index, run) in runs.enumerated() where run.result == nil {
    Issue.record("Thread \(index) of \(count) did not come to an end.")
  }
}
