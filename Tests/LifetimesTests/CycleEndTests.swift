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
private final class Desk: Sendable {
  let lazy: Lazy<Store>
  let user: User?
  init(_ lazy: Lazy<Store>, _ user: User?) {
    self.lazy = lazy
    self.user = user
  }
}

/// A cycle keeps no service alive after its end, nor the arguments of one that is gone, also while a lazy service may join it again.
@Suite(.timeLimit(.minutes(20))) struct CycleEndTests {
  private let container = Container()

  init() {
    container.register(Store.self) { _ in Store() }
    container.register(User.self) { (_, _: Ticket) in User() }
    container.register(User.self) { (_, _: Pass) in User() }
    container.register(Desk.self) { (r, ticket: Ticket) in
      _ = r.resolve(User.self, argument: ticket)
      return Desk(r.resolve(Lazy<Store>.self)!, nil)
    }
  }

  @Test func `an argument goes with the cycle, though a lazy service of it is pending`() async throws {
    var ticket: Ticket? = Ticket()
    weak let seen = ticket
    let desk = try container.require(Desk.self, argument: ticket!)
    ticket = nil
    #expect(await isReleased { seen })
    #expect(throws: Never.self) { try desk.lazy.require() }
  }

  @Test func `an argument within a value goes with the service that was built with it`() async throws {
    container.register(Desk.self) { (r, ticket: Ticket) in
      _ = r.resolve(User.self, argument: Pass(ticket: ticket))
      return Desk(r.resolve(Lazy<Store>.self)!, nil)
    }
    var ticket: Ticket? = Ticket()
    weak let seen = ticket
    let desk = try container.require(Desk.self, argument: ticket!)
    ticket = nil
    // The user is gone with the cycle, which the desk's lazy service may join.
    #expect(await isReleased { seen })
    withExtendedLifetime(desk) {}
  }

  @Test func `an argument that holds a lazy service of its cycle goes with it`() async throws {
    container.register(Desk.self) { (r, ticket: Ticket) in
      let lazy = r.resolve(Lazy<Store>.self)!
      ticket.lazy = lazy
      return Desk(lazy, r.resolve(User.self, argument: ticket))
    }
    var ticket: Ticket? = Ticket()
    weak let seen = ticket
    _ = try container.require(Desk.self, argument: ticket!)
    ticket = nil
    #expect(await isReleased { seen })
  }

  @Test func `an argument goes while the service that was built with it is held`() async throws {
    container.register(Desk.self) { (r, ticket: Ticket) in
      Desk(r.resolve(Lazy<Store>.self)!, r.resolve(User.self, argument: ticket))
    }
    var ticket: Ticket? = Ticket()
    weak let seen = ticket
    let desk = try container.require(Desk.self, argument: ticket!)
    ticket = nil
    #expect(await isReleased { seen })
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
