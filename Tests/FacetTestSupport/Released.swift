import Foundation

/// Waits until a reference gives `nil`, as long as a test has patience.
///
/// What a container gives up is released as soon as no other thread can be reading it, and other tests run meanwhile. No thread is held.
///
/// - Parameter reference: looks at a weak reference.
/// - Returns: whether it gave `nil`.
public nonisolated(nonsending) func isReleased(_ reference: () -> AnyObject?) async -> Bool {
  // Seconds, not minutes: what is released is so within milliseconds.
  let end = Date(timeIntervalSinceNow: 10)
  while Date() < end {
    if reference() == nil { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return false
}
