import Facet

/// A service that needs nothing.
final class Store: Sendable {}

/// A service that leads to another one, which its completion sets.
final class Node: @unchecked Sendable {
  // Unchecked: set by the thread that builds, before others see it.
  var next: Node?
  var isComplete = false

  init() {}

  /// Makes one that is complete.
  init(_ next: Node) { (self.next, isComplete) = (next, true) }

  /// Whether a ring of so many nodes leads back here, all of them complete.
  func isRing(of count: Int) -> Bool {
    var node = self
    for _ in 0..<count {
      guard node.isComplete, let next = node.next else { return false }
      node = next
    }
    return node === self
  }
}
