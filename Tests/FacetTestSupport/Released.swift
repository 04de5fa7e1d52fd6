import Foundation

/// Waits until a reference gives `nil`, as long as a test has patience.
///
/// What a container gives up is released as soon as no other thread can be reading it, and other tests run meanwhile. No thread of the pool
/// is held for more than some milliseconds.
///
/// - Parameter reference: looks at a weak reference.
/// - Returns: whether it gave `nil`.
public nonisolated(nonsending) func isReleased(_ reference: () -> AnyObject?) async -> Bool {
  if isReleasedSoon(reference) { return true }
  // Another test may be within a resolve for longer. The pool may be busy as well: then a look comes late, and there have to be several.
  let end = Date(timeIntervalSinceNow: 10)
  var looks = 0
  while looks < 20 || Date() < end {
    try? await Task.sleep(nanoseconds: 5_000_000)
    if reference() == nil { return true }
    looks += 1
  }
  return false
}

/// The same for the milliseconds in which most is released: a task that rests comes back behind all tests that have not begun.
private func isReleasedSoon(_ reference: () -> AnyObject?) -> Bool {
  for _ in 0..<10 {
    if reference() == nil { return true }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return false
}
