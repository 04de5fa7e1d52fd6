import Facet
import FacetTestSupport
import Testing

private struct Ticket: Equatable { let number: Int }
private protocol Numbered { var number: Int { get } }
extension Ticket: Numbered {}

/// Values are shared as objects are, but for weak scope: that takes an object.
@Suite(.timeLimit(.minutes(20))) struct ValueScopeTests {
  private let container = Container()
  private let count = Counter()
  private let entry: ServiceEntry<Ticket>

  init() {
    entry = container.register(Ticket.self) { [count] _ in Ticket(number: count.next()) }
    container.register([Ticket].self) { r in [r.resolve(), r.resolve()] }
  }

  private var pair: [Int] { container.resolve([Ticket].self)!.map(\.number) }

  @Test func `a transient value is made for each resolve`() {
    entry.inObjectScope(.transient)
    #expect(pair == [1, 2])
  }

  @Test func `a graph-scoped value is made once in each cycle`() {
    #expect(pair == [1, 1])
    #expect(pair == [2, 2])
  }

  @Test func `a container-scoped value is made once`() {
    entry.inObjectScope(.container)
    #expect(pair == [1, 1])
    #expect(container.resolve(Ticket.self)?.number == 1)
  }

  @Test func `a weak value is made for each resolve`() {
    entry.inObjectScope(.weak)
    #expect(pair == [1, 2])
  }

  @Test func `a value behind a protocol is treated as a value`() {
    entry.implements(Numbered.self)
    container.register([Int].self) { r in
      [r.resolve(Numbered.self)!.number, r.resolve(Ticket.self)!.number]
    }
    #expect(container.resolve([Int].self) == [1, 1])
    entry.inObjectScope(.container)
    #expect(container.resolve([Int].self) == [2, 2])
    entry.inObjectScope(.weak)
    #expect(container.resolve([Int].self) == [3, 4])
  }

  @Test func `initCompleted of a value runs for each that is made`() {
    let completed = Recorder<Int>()
    entry.initCompleted { completed.add($1.number) }
    _ = pair
    entry.inObjectScope(.weak)
    _ = pair
    entry.inObjectScope(.container)
    _ = pair
    #expect(completed.all == [1, 2, 3, 4])
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
    final class Token {}
    struct Holder { let token: Token }
    container.register(Holder.self) { _ in Holder(token: Token()) }.inObjectScope(.weak)
    let first = container.resolve(Holder.self)
    #expect(container.resolve(Holder.self)?.token !== first?.token)
  }

  @Test func `an optional object in container scope is cached`() {
    final class Token {}
    container.register(Token?.self) { _ in Token() }.inObjectScope(.container)
    let first = container.resolve(Token?.self)!
    #expect(container.resolve(Token?.self)! === first)
  }
}
