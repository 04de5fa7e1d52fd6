import Facet
import FacetTestSupport
import Testing

/// Shared services that complete one another, each on a thread of its own.
///
/// All are half-built when the first one asks for the next; then they ask in every order.
@Suite(.timeLimit(.minutes(20))) struct MutualCompletionTests {
  final class Node: @unchecked Sendable {
    // Unchecked: set by its completion.
    var next: Node?
    var isComplete = false

    /// Whether a ring of so many complete nodes leads back here.
    func isRing(of count: Int) -> Bool {
      var node = self
      for _ in 0..<count {
        guard node.isComplete, let next = node.next else { return false }
        node = next
      }
      return node === self
    }
  }

  /// Builds a ring of services on as many threads, which ask for the next service in a given order.
  ///
  /// - Returns: what each thread found when it had its service, and how many services were built.
  private func buildRing(_ order: [Int]) -> (areRings: [Bool?], builds: Int) {
    let container = Container()
    let (count, builds) = (order.count, Counter())
    let stops = order.map { _ in Stop() }
    for number in 0..<count {
      container.register(Node.self, name: "\(number)") { _ in
        builds.next()
        return Node()
      }.inObjectScope(.container).initCompleted { r, node in
        stops[number].halt()
        node.next = r.resolve(Node.self, name: "\((number + 1) % count)")
        node.isComplete = true
      }
    }
    let threads = (0..<count).map { number in
      ThreadRun { container.resolve(Node.self, name: "\(number)")?.isRing(of: count) == true }
    }
    for stop in stops { stop.waitForArrival() }
    for number in order {
      stops[number].release()
      // Until it waits for the next one, or has all that it needs.
      _ = threads[number].rests
    }
    return (threads.map(\.result), builds.value)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `two services that complete one another are resolved from two threads`(order: [Int]) {
    let ring = buildRing(order)
    #expect(ring.areRings == [true, true])
    #expect(ring.builds >= 2 && ring.builds <= 4)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `a ring of three services is resolved from three threads`(order: [Int]) {
    let ring = buildRing(order)
    #expect(ring.areRings == [true, true, true])
    #expect(ring.builds >= 3 && ring.builds <= 9)
  }

  @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 1, 3, 0]])
  func `a ring of five services is resolved from five threads`(order: [Int]) {
    let ring = buildRing(order)
    #expect(ring.areRings == [true, true, true, true, true])
    #expect(ring.builds >= 5 && ring.builds <= 25)
  }

  final class Parent: @unchecked Sendable {
    let child: Child

    init(_ child: Child) {
      self.child = child
    }
  }

  final class Child: @unchecked Sendable {
    var parent: Parent?
  }

  @Test(arguments: [true, false])
  func `an initializer and a property that need one another are resolved from two threads`(
    isParentFirst: Bool
  ) {
    let container = Container()
    let (parentStop, childStop) = (Stop(), Stop())
    container.register(Parent.self) { r in
      parentStop.halt()
      return Parent(r.resolve(Child.self)!)
    }.inObjectScope(.container)
    container.register(Child.self) { _ in Child() }.inObjectScope(.container)
      .initCompleted { r, child in
        childStop.halt()
        child.parent = r.resolve(Parent.self)
      }
    let parent = ThreadRun { container.resolve(Parent.self) }
    let child = ThreadRun { container.resolve(Child.self)?.parent }
    parentStop.waitForArrival()
    childStop.waitForArrival()
    let inOrder = isParentFirst ? [parentStop, childStop] : [childStop, parentStop]
    inOrder[0].release()
    _ = (isParentFirst ? parent : child).rests
    inOrder[1].release()
    let found = [parent.result ?? nil, child.result ?? nil]
    #expect(found[0] != nil)
    #expect(found[0] === found[1])
    #expect(found[0]?.child.parent === found[0])
    found[0]?.child.parent = nil
  }
}
