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

/// A cheap generator that gives each thread a sequence of its own, the same in every run.
struct Sequence32 {
  private var state: UInt32

  init(_ seed: Int) {
    state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_769 | 1
  }

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int(state % UInt32(bound))
  }
}
