import Facet
import FacetTestSupport
import Testing

private final class Store: Sendable {}
private final class User: Sendable {}
private final class Ticket: @unchecked Sendable {
  var lazy: Lazy<Store>?
}
private struct Pass: Equatable, Sendable {
  let ticket: Ticket
  static func == (left: Pass, right: Pass) -> Bool { left.ticket === right.ticket }
}
private struct Desk: Sendable {
  let lazy: Lazy<Store>
  var user: User?
}

/// A cycle keeps no service alive after its end, nor the arguments of one that is gone, also while a lazy service may join it again.
@Suite(.timeLimit(.minutes(20))) struct CycleEndTests {
  private let container = Container()

  init() {
    container.register(Store.self) { _ in Store() }
    container.register(User.self) { (_, _: Ticket) in User() }
    container.register(User.self) { (_, _: Pass) in User() }
    container.register(Desk.self, name: "user is gone") { (r, ticket: Ticket) in
      _ = r.resolve(User.self, argument: ticket)
      return Desk(lazy: r.resolve())
    }
    container.register(Desk.self, name: "user is held") { (r, ticket: Ticket) in
      Desk(lazy: r.resolve(), user: r.resolve(User.self, argument: ticket))
    }
    container.register(Desk.self, name: "within a value") { (r, ticket: Ticket) in
      _ = r.resolve(User.self, argument: Pass(ticket: ticket))
      return Desk(lazy: r.resolve())
    }
    container.register(Desk.self, name: "holds a lazy service") { (r, ticket: Ticket) in
      ticket.lazy = r.resolve()
      return Desk(lazy: r.resolve(), user: r.resolve(User.self, argument: ticket))
    }
  }

  @Test(arguments: ["user is gone", "user is held", "within a value", "holds a lazy service"])
  func `an argument goes with the cycle, though a lazy service of it is pending`(name: String) async throws {
    var ticket: Ticket? = Ticket()
    weak let seen = ticket
    let desk = try container.require(Desk.self, name: name, argument: ticket!)
    ticket = nil
    #expect(await isReleased { seen })
    #expect(throws: Never.self) { try desk.lazy.require() }
    withExtendedLifetime(desk) {}
  }

  @Test func `an identifier keeps neither services nor arguments`() async throws {
    let graph = GraphIdentifier()
    var ticket: Ticket? = Ticket()
    weak let seenTicket = ticket
    weak let seenUser = container.withObjectGraph(graph) { [container] _ in
      container.resolve(User.self, argument: ticket!)
    }
    ticket = nil
    #expect(await isReleased { seenUser })
    #expect(await isReleased { seenTicket })
    withExtendedLifetime(graph) {}
  }
}
