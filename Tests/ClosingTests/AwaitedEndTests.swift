import Facet
import FacetTestSupport
import Testing

/// Ends that must be awaited, of what was given up: later ends wait for them.
@Suite(.timeLimit(.minutes(20))) struct AwaitedEndTests {
  final class Database: Sendable {}
  struct Cache: Sendable { let database: Database }

  static let scopes: [ObjectScope] = [.container, .scoped, .session]

  /// What gives up the cache, and perhaps more.
  enum Call: CaseIterable, Sendable {
    case removeAll, reset, resetOfType, unregister, replace, rescope

    fileprivate func callAsFunction(
      _ container: Container, _ entry: ServiceEntry<Cache>, _ scope: ObjectScope
    ) {
      switch self {
      case .removeAll: container.removeAll()
      case .reset: container.resetObjectScope(scope)
      case .resetOfType: container.resetObjectScope(scope, serviceType: Cache.self)
      case .unregister: container.unregister(Cache.self)
      case .replace: container.register(Cache.self) { r in Cache(database: try r.require()) }
      case .rescope: entry.inObjectScope(.transient)
      }
    }
  }

  private let container = Container()
  private let log = Recorder<String>()
  private let stop = AsyncStop()

  /// Registers a database, and a cache that needs it, whose end stops until it is released.
  @discardableResult
  private func build(in scope: ObjectScope = .container) throws -> ServiceEntry<Cache> {
    let (log, stop) = (log, stop)
    container.register(Database.self) { _ in Database() }.inObjectScope(scope)
      .onClose { _ in log.add("database") }
    let entry = container.register(Cache.self) { r in Cache(database: try r.require()) }.inObjectScope(scope)
      .onClose { _ async in
        await stop.halt()
        log.add("cache")
      }
    _ = try container.require(Cache.self)
    return entry
  }

  private func needsAwait(_ body: () throws -> Void) -> [ServiceKey]? {
    let error = #expect(throws: CloseError.self) { try body() }
    guard case .needsAwait(let keys)? = error?.reason else { return nil }
    return keys
  }

  @Test(arguments: Call.allCases, scopes)
  func `a close waits for them, or says that it must be awaited`(call: Call, scope: ObjectScope) async throws
  {
    let entry = try build(in: scope)
    call(container, entry, scope)
    await stop.waitForArrival()
    // A removal and a reset of all give up the database, too, whose action runs in the same task.
    let isWhole = call == .removeAll || call == .reset
    #expect(
      needsAwait { try container.close() }
        == [ServiceKey(Cache.self)] + (isWhole ? [ServiceKey(Database.self)] : []))
    #expect(!container.isClosed)
    let close = Task { [container] in try await container.closeAsync() }
    await letOthersRun()
    #expect(log.all == [])
    stop.release()
    try await close.value
    #expect(log.all == ["cache", "database"])
    try container.close()
  }

  @Test(arguments: scopes) func `so does the close of a scope`(scope: ObjectScope) async throws {
    try build(in: scope)
    container.resetObjectScope(scope, serviceType: Cache.self)
    await stop.waitForArrival()
    #expect(needsAwait { try container.close(scope) } == [ServiceKey(Cache.self)])
    #expect(needsAwait { try Container(parent: container).close(scope) } == [ServiceKey(Cache.self)])
    let close = Task { [container] in try await container.closeAsync(scope) }
    await letOthersRun()
    #expect(log.all == [])
    stop.release()
    try await close.value
    #expect(log.all == ["cache", "database"])
  }

  @Test(arguments: scopes) func `a scope that keeps nothing needs no await`(scope: ObjectScope) throws {
    let count = Counter()
    container.register(Int.self) { count.next() }.inObjectScope(scope).onClose { _ async in }
    try container.close(scope)
    #expect(try container.require(Int.self) == 1)
    #expect(needsAwait { try container.close(scope) } == [ServiceKey(Int.self)])
  }

  @Test(arguments: [Call.removeAll, .reset, .unregister, .replace])
  func `later ends of any call wait, also those that could run at once`(call: Call) async throws {
    let log = log
    let entry = try build()
    call(container, entry, .container)
    await stop.waitForArrival()
    let late = container.register(Int.self) { 1 }.inObjectScope(.container).onClose { log.add("\($0)") }
    container.register(Int.self, name: "two") { 2 }.inObjectScope(.container).onClose { log.add("\($0)") }
    _ = container.resolveAll(Int.self)
    late.inObjectScope(.transient)
    container.removeAll()
    await letOthersRun()
    #expect(log.all == [])
    stop.release()
    try await container.closeAsync()
    // A reset and a removal give up the database with the cache, else it is given up with the second number.
    #expect(
      log.all
        == (call == .removeAll || call == .reset
          ? ["cache", "database", "1", "2"] : ["cache", "1", "2", "database"]))
  }

  @Test(arguments: [false, true])
  func `the close of a parent waits for those of a child, and a child's for its own alone`(isParent: Bool)
    async throws
  {
    let (log, ofChild, parent) = (log, AsyncStop(), container)
    try build()
    let child = Container(parent: Container(parent: parent))
    child.register(String.self) { "child" }.inObjectScope(.container)
      .onClose { _ async in
        await ofChild.halt()
        log.add("child")
      }
    _ = try child.require(String.self)
    (isParent ? child : parent).resetObjectScope(.container)
    await (isParent ? ofChild : stop).waitForArrival()
    let close = Task { if isParent { try await parent.closeAsync() } }
    await letOthersRun()
    #expect(log.all == [])
    ofChild.release()
    if !isParent {
      try await child.closeAsync()
      #expect(log.all == ["child"])
    }
    stop.release()
    try await close.value
    try await parent.closeAsync()
    #expect(log.all == ["child", "cache", "database"])
  }

  @Test(arguments: [false, true])
  func `an action may give up others, and close, and does not wait for itself`(isScope: Bool) async throws {
    let (container, log) = (container, log)
    for name in ["first", "second"] {
      container.register(String.self, name: name) { name }.inObjectScope(.container).onClose { log.add($0) }
      _ = try container.require(String.self, name: name)
    }
    container.register(Cache.self) { _ in Cache(database: Database()) }.inObjectScope(.container)
      .onClose { _ async throws in
        await letOthersRun()
        container.unregister(String.self, name: "first")
        log.add("cache")
        try await isScope ? container.closeAsync(.container) : container.closeAsync()
        log.add("closed")
      }
    _ = try container.require(Cache.self)
    container.unregister(Cache.self)
    // So that a wait without end is a failure, and not one of the test's own.
    for _ in 0..<400 where log.all.count < 4 { await letOthersRun() }
    #expect(log.all == ["first", "cache", "second", "closed"])
    if log.all.count == 4 { try await container.closeAsync() }
  }

  @Test func `an action that closes a container which waits for it goes on`() async throws {
    let (container, log, stop) = (container, log, AsyncMeeting(of: 2))
    container.register(Cache.self) { _ in Cache(database: Database()) }.inObjectScope(.container)
      .onClose { _ async throws in
        await stop.attend()
        while !container.isClosed { await letOthersRun() }
        try await container.closeAsync()
        log.add("closed")
      }
    _ = try container.require(Cache.self)
    container.unregister(Cache.self)
    let close = Task { try await container.closeAsync() }
    await stop.attend()
    for _ in 0..<400 where log.all.isEmpty { await letOthersRun() }
    #expect(log.all == ["closed"])
    if !log.all.isEmpty { try await close.value }
  }

  @Test func `actions that end things of each other's containers come to an end`() async throws {
    let (pair, log, meeting) = ([Container(), Container()], log, AsyncMeeting(of: 2))
    for (number, container) in pair.enumerated() {
      let other = pair[1 - number]
      container.register(Cache.self) { _ in Cache(database: Database()) }.inObjectScope(.container)
        .onClose { _ async throws in
          await meeting.attend()
          try await other.closeAsync(.container)
          log.add("\(number)")
        }
      _ = try container.require(Cache.self)
    }
    for container in pair { container.resetObjectScope(.container) }
    for _ in 0..<400 where log.all.count < 2 { await letOthersRun() }
    #expect(log.all.sorted() == ["0", "1"])
  }

  @Test func `their errors go to the failure handler`() async throws {
    let codes = Recorder<ResolutionError.Code>()
    container.failureHandler = { codes.add($0.code) }
    container.register(Cache.self) { _ in Cache(database: Database()) }.inObjectScope(.container)
      .onClose { _ in throw Broken() }
      .onClose { _ async throws in
        await letOthersRun()
        throw Broken()
      }
    _ = try container.require(Cache.self)
    container.removeAll()
    try await container.closeAsync()
    #expect(codes.all == [.endFailed, .endFailed])
  }

  @Test func `what was replaced while it was built ends by an await, too`() async throws {
    let (container, log) = (container, log)
    container.register(Database.self) { [unowned container] _ in
      container.register(Database.self) { _ in Database() }
      return Database()
    }.inObjectScope(.container).onClose { _ async in log.add("database") }
    _ = try container.require(Database.self)
    #expect(needsAwait { try container.close() } == [ServiceKey(Database.self)])
    try await container.closeAsync()
    #expect(log.all == ["database"])
  }

  @Test func `a close of the parent does not overtake that of a child`() async throws {
    let (container, child, log, stop) = (container, Container(parent: container), log, AsyncStop())
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { _ in log.add("database") }
    child.register(Cache.self) { r in Cache(database: try r.require()) }.inObjectScope(.container)
      .onClose { _ async in
        await stop.halt()
        log.add("child")
      }
    _ = try child.require(Cache.self)
    let first = Task { try await child.closeAsync() }
    await stop.waitForArrival()
    #expect(needsAwait { try container.close() } == [ServiceKey(Cache.self)] && !container.isClosed)
    let second = Task { try await container.closeAsync() }
    stop.release()
    try await second.value
    try await first.value
    #expect(log.all == ["child", "database"])
  }
}
