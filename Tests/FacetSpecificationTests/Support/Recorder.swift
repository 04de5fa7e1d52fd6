import Facet
import Synchronization

/// A list that factories, completions and threads write to.
final class Recorder<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var all: [Element] { list.withLock { $0 } }

  func add(_ element: Element) {
    list.withLock { $0.append(element) }
  }
}

extension Recorder where Element == String {
  /// Makes a recorder of the failures that a container reports, as their whole texts.
  static func failures(of container: Container) -> Recorder<String> {
    let recorder = Recorder<String>()
    container.failureHandler = { recorder.add($0.description) }
    return recorder
  }
}

/// A number that factories count with.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  /// Counts one more, and gives the new number.
  @discardableResult
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
