import Foundation

/// Waits until a reference gives `nil`, as long as a test has patience.
///
/// What a container gives up is released as soon as no other thread can be reading it, and other tests run meanwhile.
///
/// - Parameter reference: looks at a weak reference.
/// - Returns: whether it gave `nil`.
public func isReleased(_ reference: () -> AnyObject?) -> Bool {
  // Seconds, not minutes: it holds a thread of the pool, and what is released is so within milliseconds.
  let end = Date(timeIntervalSinceNow: 10)
  while Date() < end {
    if reference() == nil { return true }
    Thread.sleep(forTimeInterval: 0.005)
  }
  return false
}
