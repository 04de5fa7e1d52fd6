import Foundation

/// Waits until a reference gives `nil`, for some seconds at most.
///
/// What a container gives up is released as soon as no other thread can be reading it, and other tests run meanwhile.
///
/// - Parameter reference: looks at a weak reference.
/// - Returns: whether it gave `nil`.
public func isReleased(_ reference: () -> AnyObject?) -> Bool {
  for _ in 0..<2000 {
    if reference() == nil { return true }
    Thread.sleep(forTimeInterval: 0.005)
  }
  return false
}
