import Facet
import FacetTestSupport
import Testing

/// Shared services that complete one another, each on a thread of its own.
///
/// All are half-built when the first one asks for the next; then they ask in every order.
@Suite(.timeLimit(.minutes(20))) struct MutualCompletionTests {
  @Test(
    arguments: [
      [0, 1], [1, 0],
      [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
      [0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 1, 3, 0],
    ], [ObjectScope.container, .session])
  func `a ring of services is resolved from as many threads`(order: [Int], scope: ObjectScope) {
    let (container, count, builds) = (Container(), order.count, Counter())
    let stops = order.map { _ in Stop() }
    for number in 0..<count {
      container.register(Node.self, name: "\(number)") { _ in
        builds.next()
        return Node()
      }.inObjectScope(scope).initCompleted { r, node in
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
    #expect(threads.allSatisfy { $0.result == true })
    #expect(builds.value >= count && builds.value <= count * count)
  }
}
