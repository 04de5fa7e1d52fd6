/// A task that waits for what a thread builds; touched under the lock of `Flights`.
final class TaskAtRest: @unchecked Sendable {
  var continuation: UnsafeContinuation<Void, Never>?
  private(set) var isOver = false

  /// Ends the rest; gives whom to wake outside the lock.
  func end() -> UnsafeContinuation<Void, Never>? {
    isOver = true
    return exchange(&continuation, with: nil)
  }
}
