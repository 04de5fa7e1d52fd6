import Facet
import FacetTestSupport
import Testing

private struct Part: Sendable { let name: String }

/// Building at the start what is marked.
struct StartTests {
  let container = Container()
  let log = Recorder<String>()

  @discardableResult
  private func register(
    _ name: String, in scope: ObjectScope = .container, needs: [String] = [], fails: Bool = false
  ) -> ServiceEntry<Part> {
    container.register(Part.self, name: name, fileID: "Shop/Parts.swift", line: 1) { [log] r in
      for need in needs { _ = try r.require(Part.self, name: need) }
      if fails { throw Broken() }
      log.add(name)
      return Part(name: name)
    }.inObjectScope(scope).onClose { [log] part in log.add("end of \(part.name)") }
  }

  @Test func `what is marked is built, after what it needs, and nothing else`() throws {
    register("a", needs: ["c"]).startsEagerly()
    register("b")
    register("c").startsEagerly()
    try container.start()
    #expect(log.all == ["c", "a"])
    try container.start()
    #expect(log.all == ["c", "a"])
    try container.close()
    #expect(log.all == ["c", "a", "end of a", "end of c"])
  }

  @Test func `a start that must be awaited says so`() async throws {
    container.register(Part.self) { _ async in Part(name: "slow") }.inObjectScope(.container).startsEagerly()
    let error = #expect(throws: StartError.self) { try container.start() }
    #expect(
      error?.description.hasPrefix(
        "The container did not start: One service could not be built. "
          + "Start it by an await: try await container.startAsync()\n\n") == true)
    try await container.startAsync()
  }

  @Test func `what overrides it is built in its place`() throws {
    register("a").startsEagerly()
    register("b")
    let overriding = container.overriding { [log] overriding in
      for name in ["a", "b"] {
        overriding.register(Part.self, name: name) { _ in
          log.add("fake \(name)")
          return Part(name: name)
        }
      }
    }
    try overriding.start()
    #expect(log.all == ["fake a"])
    try overriding.close()
  }

  @Test func `what only a forward leads to is built, too`() async throws {
    for isAwaited in [false, true] {
      register("\(isAwaited)").implements((any Sendable).self, name: "\(isAwaited)").startsEagerly()
      container.unregister(Part.self, name: "\(isAwaited)")
      try await start(isAwaited)
    }
    #expect(log.all == ["false", "true"])
    let child = Container(parent: container)
    child.forward((any Sendable).self, name: "own", to: register("b").startsEagerly())
    try child.start()
    #expect(log.all == ["false", "true"])
  }

  @Test func `a child starts what is scoped in its parents`() throws {
    register("a").startsEagerly()
    register("b", in: .scoped).startsEagerly()
    let child = Container(parent: container)
    try child.start()
    #expect(log.all == ["b"])
    try child.close()
    #expect(log.all == ["b", "end of b"])
  }

  @Test(arguments: [false, true])
  func `what is scoped is started by each child, and not by the container of the program`(isAwaited: Bool)
    async throws
  {
    register("a").startsEagerly()
    register("b", in: .scoped).startsEagerly()
    try await start(isAwaited)
    #expect(log.all == ["a"])
    let child = Container(parent: container)
    child.register(Part.self, name: "c") { [log] _ in
      log.add("c")
      return Part(name: "c")
    }.inObjectScope(.scoped).startsEagerly()
    for one in [child, Container(parent: child)] {
      if isAwaited { try await one.startAsync() } else { try one.start() }
      for name in ["b", "c"] { _ = try one.require(Part.self, name: name) }
    }
    #expect(log.all.sorted() == ["a", "b", "b", "c", "c"])
  }

  @Test func `all failures are told, and what was started stays`() throws {
    register("before")
    _ = try container.require(Part.self, name: "before")
    register("a", needs: ["needed", "before"]).startsEagerly()
    register("needed")
    register("broken", fails: true).startsEagerly()
    register("lonely", needs: ["missing"]).startsEagerly()
    let error = #expect(throws: StartError.self) { try container.start() }
    #expect(log.all == ["before", "needed", "a"])
    #expect(error?.failures.map(\.code) == [.factoryFailed, .notRegistered])
    #expect(
      error?.description.hasPrefix(
        "The container did not start: 2 services could not be built.\n\n"
          + "The factory of 'Part' named \"broken\" failed: Broken()") == true)
    #expect(!container.isClosed)
  }

  @Test func `what must be awaited is told by start, and built by startAsync together`() async throws {
    let (log, meeting) = (log, AsyncMeeting(of: 2))
    for name in ["a", "b"] {
      container.register(Part.self, name: name) { _ async in
        await meeting.attend()
        log.add(name)
        return Part(name: name)
      }.inObjectScope(.container).startsEagerly()
    }
    let error = #expect(throws: StartError.self) { try container.start() }
    #expect(error?.failures.map(\.code) == [.needsAwait, .needsAwait])
    try await container.startAsync()
    #expect(Set(log.all) == ["a", "b"])
    // What nothing awaits is not there for a synchronous one either.
    container.register(Part.self, name: "slow") { _ async in Part(name: "slow") }.inObjectScope(.container)
    register("user", needs: ["slow"]).startsEagerly()
    let ofUser = await #expect(throws: StartError.self) { try await container.startAsync() }
    #expect(ofUser?.failures.map(\.code) == [.needsAwait])
  }

  @Test(arguments: [false, true])
  func `a synchronous service finds what must be awaited, also where it would go on without that`(
    isOnActor: Bool
  ) async throws {
    let log = log
    container.register(Part.self, name: "user") { r in
      let slow = r.optional(Part.self, name: "slow")
      log.add("user with \(slow?.name ?? "nothing")")
      return Part(name: "user")
    }.inObjectScope(.container).startsEagerly()
    if isOnActor {
      container.register(Part.self, name: "slow") { @MainActor _ in Part(name: "slow") }
        .inObjectScope(.container).startsEagerly()
    } else {
      container.register(Part.self, name: "slow") { _ async in
        for _ in 0..<50 { await Task.yield() }
        return Part(name: "slow")
      }.inObjectScope(.container).startsEagerly()
    }
    try await container.startAsync()
    #expect(log.all == ["user with slow"])
  }

  // MARK: - Meanwhile

  /// Starts by one way or the other.
  private func start(_ isAwaited: Bool) async throws {
    if isAwaited { try await container.startAsync() } else { try container.start() }
  }

  @Test(arguments: [false, true])
  func `what is registered and marked by a start is started in it, and so on`(isAwaited: Bool) async throws {
    register("old")
    container.register(Part.self, name: "first") { [log, container] _ in
      for name in ["second", "old"] {
        container.register(Part.self, name: name) { _ in
          container.register(Part.self, name: "third of \(name)") { _ in
            log.add("third of \(name)")
            return Part(name: "third")
          }.inObjectScope(.container).startsEagerly()
          log.add(name)
          return Part(name: name)
        }.inObjectScope(.container).startsEagerly()
      }
      log.add("first")
      return Part(name: "first")
    }.inObjectScope(.container).startsEagerly()
    try await start(isAwaited)
    #expect(log.all.prefix(1) == ["first"])
    #expect(Set(log.all) == ["first", "second", "old", "third of second", "third of old"])
    #expect(log.all.count == 5)
  }

  @Test(arguments: [false, true])
  func `what is only marked by a start is started in it, also a scoped service of a parent`(
    isAwaited: Bool
  ) async throws {
    let (a, b) = (register("a"), register("b", in: .scoped))
    let child = Container(parent: container)
    child.register(Part.self, name: "z") { [log] _ in
      b.startsEagerly()
      log.add("z")
      return Part(name: "z")
    }.inObjectScope(.container).startsEagerly()
    container.register(Part.self, name: "y") { _ in
      a.startsEagerly()
      return Part(name: "y")
    }.inObjectScope(.container).startsEagerly()
    if isAwaited { try await child.startAsync() } else { try child.start() }
    #expect(log.all == ["z", "b"])
    try await start(isAwaited)
    #expect(log.all == ["z", "b", "a"])
  }

  @Test func `what a start replaces before its turn is not built`() throws {
    container.register(Part.self, name: "first") { [log, container] _ in
      container.unregister(Part.self, name: "removed")
      container.register(Part.self, name: "replaced") { _ in
        log.add("new")
        return Part(name: "new")
      }.inObjectScope(.container).startsEagerly()
      return Part(name: "first")
    }.inObjectScope(.container).startsEagerly()
    register("removed").startsEagerly()
    register("replaced").startsEagerly()
    try container.start()
    #expect(log.all == ["new"])
  }

  @Test func `a synchronous service waits for what an awaited start registers`() async throws {
    register("user", needs: ["late"]).startsEagerly()
    container.register(Part.self, name: "late") { _ async in Part(name: "unused") }.inObjectScope(.container)
    container.register(Part.self, name: "maker") { [log, container] _ async in
      container.register(Part.self, name: "late") { _ async in
        log.add("late")
        return Part(name: "late")
      }.inObjectScope(.container).startsEagerly()
      return Part(name: "maker")
    }.inObjectScope(.container).startsEagerly()
    try await container.startAsync()
    #expect(log.all == ["late", "user"])
  }

  // MARK: - A closed container

  private let closed = """
    The container did not start.

    The container is closed.

      Closed:   at Shop/Main.swift:9

    To fix this, do one of:
      • Close the container later: something still used it.
      • Make a new container. A closed one stays closed.
    """

  @Test(arguments: [false, true], [false, true])
  func `a closed container does not start, and says where it was closed`(
    isAwaited: Bool, isOfChild: Bool
  ) async throws {
    register("a").startsEagerly()
    register("b", in: .scoped).startsEagerly()
    let child = Container(parent: container)
    try container.close(fileID: "Shop/Main.swift", line: 9)
    for target in isOfChild ? [child, Container(parent: container)] : [container] {
      let error = await #expect(throws: StartError.self) {
        if isAwaited { try await target.startAsync() } else { try target.start() }
      }
      #expect(error?.failures.map(\.code) == [.containerClosed])
      #expect(error?.failures.map(\.key) == [ServiceKey(Container.self)])
      #expect(error?.description == closed)
    }
    #expect(log.all.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a container that is closed while it starts says so, whatever is left to build`(hasMore: Bool) {
    let container = container
    container.register(Part.self, name: "first") { _ in
      try container.close()
      return Part(name: "first")
    }.startsEagerly()
    if hasMore { register("second").startsEagerly() }
    let error = #expect(throws: StartError.self) { try container.start() }
    #expect(error?.failures.map(\.code) == [.containerClosed])
  }
}
