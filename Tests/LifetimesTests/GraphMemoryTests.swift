#if os(Linux)
  import Facet
  import FacetTestSupport
  import Foundation
  import Testing

  private final class Panel: Sendable {}
  private final class Pair: Sendable {
    let other: Locked<Lazy<Pair>?>
    init(_ other: Lazy<Pair>) { self.other = Locked(other) }
  }

  /// The bytes of memory that the program occupies.
  private var resident: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return pages.flatMap { Int($0[1]) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
  }

  /// Calls `body` with a number many times, and gives the bytes that each call leaves behind.
  ///
  /// The first calls fill what is kept for later use.
  func growth(_ count: Int = 30_000, of body: (Int) -> Void) -> Int {
    for number in 0..<count / 10 { body(number) }
    let before = resident
    for number in count..<2 * count { body(number) }
    return (resident - before) / count
  }

  enum Joining: Codable, CaseIterable {
    case child, childWithServices, registeredAgain, newArguments, customStorage

    /// Joins a cycle once for each call.
    var body: (Int) -> Void {
      let (parent, graph) = (Container(), GraphIdentifier())
      func join(_ container: Container, number: Int? = nil) {
        container.withObjectGraph(graph) { _ in
          if let number {
            _ = container.resolve(Panel.self, argument: number)
          } else {
            _ = container.resolve(Panel.self)
          }
        }
      }
      parent.register(Panel.self) { _ in Panel() }
      parent.register(Panel.self) { (_, _: Int) in Panel() }
      switch self {
      case .child: return { _ in join(Container(parent: parent)) }
      case .childWithServices:
        return { _ in join(Container(parent: parent) { $0.register(Panel.self) { _ in Panel() } }) }
      case .registeredAgain:
        return { _ in
          parent.register(Panel.self) { _ in Panel() }
          join(parent)
        }
      case .newArguments: return { join(parent, number: $0) }
      case .customStorage:
        // Under ever new identifiers.
        let scope = ObjectScope(storageFactory: GraphStorage.init)
        parent.register(Panel.self) { _ in Panel() }.inObjectScope(scope)
        return { _ in _ = parent.resolve(Panel.self) }
      }
    }
  }

  /// What joins one cycle again and again leaves nothing behind, however long its identifier lives; nor do services that get one another.
  @Suite(.timeLimit(.minutes(20))) struct GraphMemoryTests {
    @Test(arguments: Joining.allCases) func `a cycle that is joined again and again does not grow`(
      joining: Joining
    ) async {
      await #expect(processExitsWith: .success) { [joining] in
        endProcess()
        #expect(growth(of: joining.body) < 32)
      }
    }
    @Test func `services that get one another by lazies leave nothing behind`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = Container()
        container.register(Pair.self, name: "first") { r in Pair(try r.require(name: "second")) }
        container.register(Pair.self, name: "second") { r in Pair(try r.require(name: "first")) }
        let grown = growth { _ in
          let first = container.resolve(Pair.self, name: "first")
          let second = first?.other.value?.value
          _ = second?.other.value?.value
          first?.other.exchange(nil)
        }
        #expect(grown < 32)
      }
    }
    @Test func `services with lazies that a provider gives to a kept one do so, too`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = Container()
        container.register(Pair.self) { r in Pair(try r.require(name: "other")) }
        container.register(Pair.self, name: "other") { r in Pair(try r.require()) }
        container.register([Provider<Pair>].self) { r in [try r.require()] }.inObjectScope(.container)
        let provider = try! container.require([Provider<Pair>].self)[0]
        let grown = growth { _ in
          _ = provider()
          _ = try? container.require(Pair.self)
        }
        #expect(grown < 32)
      }
    }
    @Test func `services of weak scope that get one another do so, too`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = Container()
        container.register(Panel.self, name: "first") { _ in Panel() }.inObjectScope(.weak)
          .initCompleted { r, _ in _ = try r.require(Panel.self, name: "second") }
        container.register(Panel.self, name: "second") { r in
          _ = try r.require(Panel.self, name: "first")
          return Panel()
        }.inObjectScope(.weak)
        let grown = growth { _ in _ = container.resolve(Panel.self, name: "first") }
        #expect(grown < 32)
      }
    }
    @Test func `services that get one another half-built do so, too`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = Container()
        func register(_ name: String, _ needs: String..., later: String...) {
          container.register(Panel.self, name: name) { r in
            for need in needs { _ = try r.require(Panel.self, name: need) }
            return Panel()
          }.initCompleted { r, _ in for need in later { _ = try r.require(Panel.self, name: need) } }
        }
        register("first", later: "second")
        register("second", later: "first", "third")
        register("third", "second")
        container.register(Int.self) { r in
          _ = try r.require(Panel.self, name: "first")
          return 1
        }.inObjectScope(.container)
        let grown = growth { _ in
          _ = container.resolve(Int.self)
          container.resetObjectScope(.container)
        }
        #expect(grown < 32)
      }
    }
  }
#endif
