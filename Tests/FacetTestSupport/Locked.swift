import Foundation

/// A value that factories and threads read and change, behind a lock that ThreadSanitizer sees through.
public final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `content` is touched while `lock` is held.
  private let lock = NSLock()
  private var content: Value

  /// Makes one with a first value.
  public init(_ value: Value) { content = value }

  /// The value of this moment.
  public var value: Value { withLock { $0 } }

  /// Runs `body` with the value, which is released outside if it is replaced.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&content)
  }
  /// Returns the old value.
  @discardableResult
  public func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}

extension Locked where Value == Int {
  /// Returns the number before.
  @discardableResult
  public func add(_ count: Int) -> Int {
    withLock { number in
      defer { number += count }
      return number
    }
  }
}
