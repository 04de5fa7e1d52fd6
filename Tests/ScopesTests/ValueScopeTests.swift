import Facet
import FacetTestSupport
import Testing

private struct Ticket: Equatable { let number: Int }
private protocol Numbered { var number: Int { get } }
extension Ticket: Numbered {}

/// Values are shared as objects are, but for weak scope: that takes an object, or an optional of one.
@Suite(.timeLimit(.minutes(20))) struct ValueScopeTests {
  private let container = Container()
  private let count = Counter()
  private let entry: ServiceEntry<Ticket>

  init() {
    entry = container.register(Ticket.self) { [count] _ in Ticket(number: count.next()) }
    container.register([Ticket].self) { r in [r.resolve(), r.resolve()] }
  }

  private func pair() throws -> [Int] { try container.require([Ticket].self).map(\.number) }

  @Test(
    arguments: [
      (.transient, [1, 2, 3, 4]), (.graph, [1, 1, 2, 2]), (.container, [1, 1, 1, 1]), (.weak, [1, 2, 3, 4]),
      (.storing, [1, 1, 1, 1]), (.weaklyStoring, [1, 2, 3, 4]),
    ] as [(ObjectScope, [Int])])
  func `a value is made and completed as often as its scope says`(scope: ObjectScope, numbers: [Int]) throws {
    let completed = Recorder<Int>()
    entry.inObjectScope(scope).initCompleted { completed.add($1.number) }
    #expect(try pair() + pair() == numbers)
    #expect(completed.all == Array(1...numbers[3]))
  }

  @Test(arguments: [(.graph, [1, 1]), (.container, [1, 1]), (.weak, [1, 2])] as [(ObjectScope, [Int])])
  func `a value behind a protocol is treated as a value`(scope: ObjectScope, numbers: [Int]) {
    entry.implements(Numbered.self).inObjectScope(scope)
    container.register([Int].self) { r in
      [r.resolve(Numbered.self)!.number, r.resolve(Ticket.self)!.number]
    }
    #expect(container.resolve([Int].self) == numbers)
  }

  @Test func `a graph-scoped value goes with its cycle`() async {
    final class Token: Sendable {}
    struct Holder { let token: Token }
    let seen = Recorder<@Sendable () -> Token?>()
    container.register(Holder.self) { _ in Holder(token: Token()) }
    container.register(Bool.self) { r in
      let token = r.resolve(Holder.self)?.token
      seen.add { [weak token] in token }
      return token != nil && r.resolve(Holder.self)?.token === token
    }
    #expect(container.resolve(Bool.self) == true)
    #expect(seen.all.count == 1)
    #expect(await isReleased { seen.all.first?() })
  }

  @Test func `a cycle that is joined later makes its values anew`() throws {
    container.register(GraphIdentifier.self, name: "of the cycle") { r in
      _ = r.resolve(Ticket.self)
      return try r.require()
    }
    let graph = try container.require(GraphIdentifier.self, name: "of the cycle")
    #expect(count.next() == 2)
    #expect(container.withObjectGraph(graph) { $0.resolve([Ticket].self)?.map(\.number) } == [3, 3])
  }

  @Test func `a value with a reference in it is a value`() {
    struct Holder { let store: Store }
    container.register(Holder.self) { _ in Holder(store: Store()) }.inObjectScope(.weak)
    let first = container.resolve(Holder.self)
    #expect(container.resolve(Holder.self)?.store !== first?.store)
  }

  // MARK: - Optionals

  @Test(arguments: [ObjectScope.graph, .container, .weak, .storing])
  func `an optional object is shared as the object is`(scope: ObjectScope) throws {
    container.register(Store?.self) { _ in Store() }.inObjectScope(scope)
    container.register([Store?].self) { r in [try r.require(), try r.require()] }
    let stores = try container.require([Store?].self)
    #expect(stores[0] != nil && stores[0] === stores[1])
    #expect((try container.require(Store?.self) === stores[0]) == (scope !== ObjectScope.graph))
  }

  @Test func `nothing is an instance, too`() throws {
    container.register(Store?.self) { [count] _ in
      count.next()
      return nil
    }.inObjectScope(.container)
    for _ in 1...2 { #expect(try container.require(Store?.self) == nil) }
    #expect(count.value == 1)
  }
}
