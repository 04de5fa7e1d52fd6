import Foundation

/// Runs `body` on a thread with a stack of a given size, and waits for it.
///
/// - Parameters:
///   - stackSize: the size in bytes.
///   - body: what the thread does.
public func runOnThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    isDone.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  isDone.wait()
}
