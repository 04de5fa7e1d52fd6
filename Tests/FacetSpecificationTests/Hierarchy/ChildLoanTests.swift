import Facet
import FacetTestSupport
import Testing

private final class Session: Sendable {
  let user: String
  init(_ user: String) { self.user = user }
}
private final class Screen: @unchecked Sendable {
  var store: Store?
  var session: Session?
  var sessions: [Session] = []
}
private final class Store: Sendable {
  let screen: Screen
  init(_ screen: Screen) { self.screen = screen }
}

/// What a parent keeps, and what of it a child's container completes: they need one another, and the completion finds something that
/// the child alone has.
@Suite(.timeLimit(.minutes(5))) struct ChildLoanTests {
  private let parent = Container()

  private func makeChild(_ user: String) -> Container {
    Container(parent: parent) { $0.register(Session.self) { _ in Session(user) } }
  }

  private func register(
    _ scope: ObjectScope, completion: @escaping @Sendable (any Resolver, Screen) -> Void
  ) {
    parent.register(Screen.self) { _ in Screen() }.initCompleted(completion)
    parent.register(Store.self) { r in Store(try r.require()) }.inObjectScope(scope)
  }

  @Test(arguments: ChildCircleTests.lasting, [true, false])
  func `what the child alone has never reaches the parent`(scope: ObjectScope, isStoreFirst: Bool) throws {
    register(scope) { r, screen in
      if isStoreFirst { screen.store = r.resolve(Store.self) }
      screen.session = r.resolve(Session?.self) ?? nil
      if !isStoreFirst { screen.store = r.resolve(Store.self) }
    }
    let ann = makeChild("Ann")
    let screen = try ann.require(Screen.self)
    #expect(screen.session?.user == "Ann")
    if isStoreFirst { #expect(screen.store?.screen === screen) }
    let kept = try parent.require(Store.self)
    #expect(kept.screen.session == nil)
    let bob = try makeChild("Bob").require(Screen.self)
    #expect(bob.session?.user == "Bob")
    #expect(bob.store?.screen.session == nil)
    #expect(try parent.require(Store.self) === kept)
    #expect(bob.store === kept)
  }

  @Test func `nor does an element that the child adds to a collection`() throws {
    register(.container) { r, screen in
      screen.store = r.resolve(Store.self)
      screen.sessions = r.resolveAll(Session.self)
    }
    parent.register(Session.self, name: "guest") { _ in Session("guest") }
    let screen = try makeChild("Ann").require(Screen.self)
    #expect(screen.sessions.map(\.user) == ["guest", "Ann"])
    #expect(try parent.require(Store.self).screen.sessions.map(\.user) == ["guest"])
  }

  @Test func `where the completion finds nothing of the child, it is one graph`() throws {
    register(.container) { r, screen in
      screen.store = r.resolve(Store.self)
      screen.session = r.resolve(Session?.self) ?? nil
    }
    let screen = try Container(parent: parent) { $0.register(Int.self) { _ in 1 } }.require(Screen.self)
    #expect(screen.store?.screen === screen)
    #expect(try parent.require(Store.self) === screen.store)
  }

  @Test func `from the second child on, all get what the parent keeps`() throws {
    register(.container) { r, screen in
      screen.store = r.resolve(Store.self)
      screen.session = r.resolve(Session?.self) ?? nil
    }
    _ = try makeChild("Ann").require(Screen.self)
    let screens = try ["Bob", "Cid", "Dan"].map { try makeChild($0).require(Screen.self) }
    #expect(screens.map(\.session?.user) == ["Bob", "Cid", "Dan"])
    let kept = try parent.require(Store.self)
    #expect(screens.allSatisfy { $0.store === kept })
    #expect(kept.screen.session == nil)
  }

  @Test func `a child that registers nothing is one graph with its parent for all that`() throws {
    register(.weak) { r, screen in
      screen.store = r.resolve(Store.self)
      screen.session = r.resolve(Session?.self) ?? nil
    }
    do { _ = try makeChild("Ann").require(Screen.self) }
    let screen = try Container(parent: parent).require(Screen.self)
    #expect(screen.store?.screen === screen)
  }

  @Test(arguments: ChildCircleTests.lasting)
  func `nor does it later in the same cycle`(scope: ObjectScope) throws {
    final class Shelf: Sendable {
      let store: Store
      init(_ store: Store) { self.store = store }
    }
    final class Hall: Sendable {
      let shelf: Shelf
      init(_ shelf: Shelf) { self.shelf = shelf }
    }
    final class House: Sendable {
      let screen: Screen
      let hall: Hall
      init(_ screen: Screen, _ hall: Hall) {
        self.screen = screen
        self.hall = hall
      }
    }
    register(scope) { r, screen in
      screen.store = r.resolve(Store.self)
      screen.session = r.resolve(Session?.self) ?? nil
    }
    parent.register(Shelf.self) { r in Shelf(try r.require()) }
    parent.register(Hall.self) { r in Hall(try r.require()) }.inObjectScope(scope)
    parent.register(House.self) { r in House(try r.require(), try r.require()) }
    let house = try makeChild("Ann").require(House.self)
    #expect(house.screen.session?.user == "Ann")
    #expect(house.screen.store?.screen === house.screen)
    #expect(house.hall.shelf.store.screen.session == nil)
    #expect(try parent.require(Hall.self).shelf.store.screen.session == nil)
  }

  @Test func `what has nothing to do with it is built once, and disposed of`() throws {
    final class Clock: Sendable {}
    let events = Recorder<String>()
    parent.register(Clock.self) { _ in
      events.add("made")
      return Clock()
    }
    .inObjectScope(.container)
    .onClose { _ in events.add("closed") }
    register(.container) { r, screen in
      screen.store = r.resolve(Store.self)
      _ = r.resolve(Clock.self)
      screen.session = r.resolve(Session?.self) ?? nil
    }
    _ = try makeChild("Ann").require(Screen.self)
    _ = try makeChild("Bob").require(Screen.self)
    try parent.close()
    #expect(events.all == ["made", "closed"])
  }

  @Test func `a build that failed says nothing about the next one`() throws {
    final class Part: Sendable {}
    struct Broken: Error {}
    let builds = Counter()
    parent.failureHandler = { _ in }
    parent.register(Screen.self) { r in
      if builds.next() > 1 { return Screen() }
      _ = r.resolve(Part.self)
      throw Broken()
    }.initCompleted { r, screen in screen.store = r.resolve(Store.self) }
    parent.register(Store.self) { r in Store(try r.require()) }.inObjectScope(.container)
    // A second build within the first one: the store gets that.
    parent.register(Part.self) { _ in Part() }
      .initCompleted { r, _ in #expect(r.resolve(Screen.self)?.store != nil) }
    let child = Container(parent: parent) { $0.register(Int.self) { _ in 1 } }
    #expect(throws: ResolutionError.self) { try child.require(Screen.self) }
    #expect(builds.value == 2)
    let screen = try child.require(Screen.self)
    #expect(screen.store?.screen === screen)
    #expect(try parent.require(Store.self) === screen.store)
  }

  @Test func `what the parent keeps is seen by others as soon as the child has completed it`() throws {
    final class House: Sendable {}
    register(.container) { r, screen in screen.store = r.resolve(Store.self) }
    parent.register(House.self) { [unowned parent] r in
      let screen = try r.require(Screen.self)
      let run = ThreadRun { parent.resolve(Store.self) }
      // It waits for nothing, though this cycle goes on.
      let seen = run.rests ? nil : run.result ?? nil
      #expect(seen === screen.store)
      return House()
    }
    _ = try Container(parent: parent) { $0.register(Int.self) { _ in 1 } }.require(House.self)
  }
}
