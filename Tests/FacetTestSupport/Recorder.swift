import Facet
import Foundation

/// A list that factories, completions and threads write to.
///
/// Behind a lock that ThreadSanitizer sees through.
public final class Recorder<Element: Sendable>: @unchecked Sendable {
  // Unchecked: `list` is touched while `lock` is held.
  private let lock = NSLock()
  private var list: [Element] = []

  /// Makes an empty list.
  public init() {}

  /// What was written so far, in order.
  public var all: [Element] { lock.withLock { list } }

  /// Writes a line to the end.
  ///
  /// - Parameter element: what is written.
  public func add(_ element: Element) {
    lock.withLock { list.append(element) }
  }
}

extension Recorder where Element == String {
  /// Makes a recorder of the failures that a container reports, as their whole texts.
  ///
  /// - Parameter container: the container whose failure handler it becomes.
  /// - Returns: the recorder.
  public static func failures(of container: Container) -> Recorder<String> {
    let recorder = Recorder<String>()
    container.failureHandler = { recorder.add($0.description) }
    return recorder
  }
}

/// A number that factories and threads count with.
public final class Counter: Sendable {
  private let number = Locked<Int>(0)

  /// Makes a counter that stands at 0.
  public init() {}

  /// How far it has counted.
  public var value: Int { number.value }

  /// Counts one more.
  ///
  /// - Returns: the new number.
  @discardableResult
  public func next() -> Int {
    number.add(1) + 1
  }
}
