import Facet
import FacetTestSupport
import Testing

/// The moments that nobody arranged: threads that start together, many times.
///
/// Each promise here has an arranged test of its own; these look for what nobody thought of.
@Suite(.timeLimit(.minutes(20))) struct UnarrangedTests {
  final class Node: @unchecked Sendable {
    // Unchecked: set by its completion.
    weak var next: Node?
    var isComplete = false
  }

  /// Lets as many threads as there are services resolve a ring that closes over completions.
  private func isRingBuilt(of count: Int, threads: Int) -> Bool {
    let container = Container()
    let (builds, wrong) = (Counter(), Counter())
    for number in 0..<count {
      container.register(Node.self, name: "\(number)") { _ in
        builds.next()
        return Node()
      }.inObjectScope(.container).initCompleted { r, node in
        node.next = r.resolve(Node.self, name: "\((number + 1) % count)")
        node.isComplete = true
      }
    }
    concurrently(threads) { index in
      let first = container.resolve(Node.self, name: "\(index % count)")
      var node = first
      for _ in 0..<count {
        if node?.isComplete != true { wrong.next() }
        node = node?.next
      }
      if first == nil || node !== first { wrong.next() }
    }
    // Threads that enter the circle at the same moment may each run a factory once.
    return wrong.value == 0 && builds.value >= count && builds.value <= count * threads
  }

  @Test(arguments: [(2, 2), (2, 6), (3, 3), (5, 4)])
  func `rings of services are built while threads come at any moment`(count: Int, threads: Int) {
    let failed = (0..<200).filter { _ in !isRingBuilt(of: count, threads: threads) }
    #expect(failed.count == 0)
  }

  final class Store: Sendable {}

  @Test func `a scope is reset while threads resolve in it`() {
    let container = Container()
    let scope = ObjectScope(storageFactory: PermanentStorage.init)
    let builds = Counter()
    container.register(Store.self) { _ in
      builds.next()
      return Store()
    }.inObjectScope(scope)
    concurrently(8) { index in
      for round in 0..<200 {
        _ = container.resolve(Store.self)
        if index == 0, round % 50 == 49 { container.resetObjectScope(scope) }
      }
    }
    // For each of the four resets one that is kept, and one for a thread that asked before and found the storage empty.
    #expect((1...9).contains(builds.value))
  }
}
