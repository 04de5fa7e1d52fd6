import Facet
import FacetTestSupport
import Testing

private final class Database: Sendable {}
private final class Users: Sendable {
  let database: Database
  init(database: Database) { self.database = database }
}
private final class Handler: Sendable {
  let users: Users
  let database: Database
  init(users: Users, database: Database) { (self.users, self.database) = (users, database) }
}
private final class Pair: Sendable {
  let first: Database, second: Database
  init(_ first: Database, _ second: Database) { (self.first, self.second) = (first, second) }
}
private final class Page: Sendable {
  let number: Int, title: String, users: Users?, log: Log?
  init(_ users: Users?, _ number: Int, _ log: Log?, _ title: String) {
    (self.users, self.number, self.log, self.title) = (users, number, log, title)
  }
}
private final class Log: Sendable {}
private final class Pool: Sendable {
  let all: [Database], named: [String: Database], later: AsyncLazy<Database>
  init(_ all: [Database], _ named: [String: Database], _ later: AsyncLazy<Database>) {
    (self.all, self.named, self.later) = (all, named, later)
  }
}
private final class Chicken: Sendable { init(_ egg: Egg) {} }
private final class Egg: Sendable { init(_ chicken: Chicken, _ database: Database) {} }
private final class Window: Sendable {
  let database: Database
  @MainActor init(_ database: Database) {
    MainActor.assertIsolated()
    self.database = database
  }
}
private final class Desk: Sendable { init(_ window: Window) {} }
private struct Refusal: Error {}

/// Asked by an await, an initializer gets services that must be awaited.
@Suite(.timeLimit(.minutes(20))) struct AwaitedInitializerTests {
  private let container = Container()
  private let built = Counter()

  @discardableResult
  private func registerDatabase(name: String? = nil) -> ServiceEntry<Database> {
    container.register(Database.self, name: name, fileID: "Shop/App.swift", line: 1) { [built] _ async in
      await Task.yield()
      built.next()
      return Database()
    }
  }

  @Test func `an initializer gets what must be awaited, also through another one`() async throws {
    registerDatabase().inObjectScope(.container)
    container.autoregister(Users.self, initializer: Users.init)
    container.autoregister(Handler.self, initializer: Handler.init)
    let handler = try await container.requireAsync(Handler.self)
    #expect(handler.users.database === handler.database)
    #expect(built.value == 1)
  }
  @Test func `each parameter gets an instance of its own, or that of the top-level resolve`() async throws {
    let entry = registerDatabase().inObjectScope(.transient)
    container.autoregister(Pair.self, initializer: Pair.init)
    container.autoregister(Users.self, initializer: Users.init)
    container.autoregister(Handler.self, initializer: Handler.init)
    let pair = try await container.requireAsync(Pair.self)
    #expect(pair.first !== pair.second)
    entry.inObjectScope(.graph)
    let same = try await container.requireAsync(Pair.self)
    #expect(same.first === same.second)
    let handler = try await container.requireAsync(Handler.self)
    #expect(handler.users.database === handler.database && handler.database !== same.first)
  }
  @Test func `arguments and optionals keep their places`() async throws {
    container.autoregister(Page.self, arguments: Int.self, String.self, initializer: Page.init)
    var page = try await container.requireAsync(Page.self, arguments: 3, "a")
    #expect(page.number == 3 && page.title == "a" && page.users == nil && page.log == nil)
    registerDatabase()
    container.autoregister(Users.self, initializer: Users.init)
    page = try await container.requireAsync(Page.self, arguments: 4, "b")
    #expect(page.number == 4 && page.title == "b" && page.users != nil && page.log == nil)
  }
  @Test func `lists and deferred services are awaited as well`() async throws {
    registerDatabase(name: "a").inObjectScope(.container)
    registerDatabase(name: "b").inObjectScope(.container)
    registerDatabase().inObjectScope(.container)
    container.autoregister(Pool.self, initializer: Pool.init)
    let pool = try await container.requireAsync(Pool.self)
    #expect(pool.all.count == 3 && pool.named.keys.sorted() == ["a", "b"])
    #expect(try await pool.later.require() === pool.all[2])
    #expect(built.value == 3)
  }

  @Test(arguments: [ObjectScope.container, .weak, .scoped])
  func `a shared one is built once for all tasks`(scope: ObjectScope) async throws {
    registerDatabase()
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(scope)
    let users = try await withThrowingTaskGroup(of: Users.self) { group in
      for _ in 0..<50 { group.addTask { [container] in try await container.requireAsync(Users.self) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(users.allSatisfy { $0 === users[0] })
    #expect(built.value == 1)
    #expect(try container.require(Users.self) === users[0])
  }
  @Test func `a scoped one is that of the child that is asked, with the child's services`() async throws {
    registerDatabase().inObjectScope(.scoped)
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(.scoped)
    container.autoregister(Handler.self, initializer: Handler.init)
    let children = (0..<2).map { _ in Container(parent: container) }
    let handlers = [
      try await children[0].requireAsync(Handler.self), try await children[1].requireAsync(Handler.self),
    ]
    for handler in handlers { #expect(handler.users.database === handler.database) }
    #expect(handlers[0].users !== handlers[1].users)
    #expect(try await children[0].requireAsync(Users.self) === handlers[0].users)
    for child in children { try await child.closeAsync() }
  }
  @Test func `one that its container keeps sees nothing of a child`() async throws {
    registerDatabase().inObjectScope(.container)
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Database.self) { _ async in Database() }
    let (users, database) = (
      try await child.requireAsync(Users.self), try await container.requireAsync(Database.self)
    )
    #expect(users.database === database)
  }
  @Test func `start builds it`() async throws {
    registerDatabase()
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(.container).startsEagerly()
    try await container.startAsync()
    #expect(try container.require(Users.self) === container.require(Users.self))
    #expect(built.value == 1)
  }
  @Test func `decorators and completions run for it`() async throws {
    registerDatabase().inObjectScope(.container)
    let completed = Counter()
    container.autoregister(Users.self, initializer: Users.init).initCompleted { _, _ in completed.next() }
    container.decorate(Users.self) { r, inner in Users(database: inner.database) }
    _ = try await container.requireAsync(Users.self)
    #expect(completed.value == 1)
  }
  @Test func `nothing keeps what was awaited for it`() async throws {
    container.register(Log.self) { _ async in Log() }.inObjectScope(.transient)
    container.autoregister(Int.self, initializer: { (_: Log) in 1 }).inObjectScope(.container)
      .initCompleted { r, _ in
        #expect(throws: ResolutionError.self) { try r.require(Log.self) }
      }
    #expect(try await container.requireAsync(Int.self) == 1)
  }

  @Test func `asked synchronously it fails, and says what to await`() {
    registerDatabase()
    container.autoregister(
      Users.self, fileID: "Shop/App.swift", line: 2, initializer: Users.init)
    container.autoregister(Handler.self, fileID: "Shop/App.swift", line: 3, initializer: Handler.init)
    #expect(
      expectFailure(.needsAwait) { try container.require(Handler.self) }?.description == """
        'Database' is built asynchronously, so it cannot be resolved synchronously.

          Path:     Handler → Users → Database
          Places:   'Handler'    registered at Shop/App.swift:3
                    'Users'      registered at Shop/App.swift:2
                    'Database'   registered at Shop/App.swift:1

        To fix this, do one of:
          • Await 'Handler', whose initializer gets awaited services: try await container.requireAsync(Handler.self)
          • Ask for AsyncLazy<Database>, which is resolved without an await and used with one.
        """)
  }
  @Test func `asked synchronously in an awaited factory it fails, and says where to await it`() async {
    registerDatabase()
    container.autoregister(Users.self, initializer: Users.init)
    container.register(Pair.self) { r async throws in
      let users = try r.require(Users.self)
      return Pair(users.database, users.database)
    }
    let error = await expectFailure(.needsAwait) { try await container.requireAsync(Pair.self) }
    #expect(
      error?.description.contains(
        "• Await 'Users' in the factory of 'Pair': try await resolver.requireAsync(Users.self)\n") == true)
  }

  @Test func `a missing service names the initializer`() async {
    registerDatabase()
    container.autoregister(Handler.self, fileID: "Shop/App.swift", line: 3, initializer: Handler.init)
    let error = await expectFailure(.notRegistered, path: ["'Handler'", "'Users'"]) {
      try await container.requireAsync(Handler.self)
    }
    #expect(error?.description.contains("\n  Needed by:   Handler.init(Users, Database)\n") == true)
  }
  @Test func `a failure of what it takes is that of the resolve, and is not kept`() async throws {
    let fails = Recorder<Bool>()
    container.register(Database.self) { _ async throws in
      if fails.all.isEmpty {
        fails.add(true)
        throw Refusal()
      }
      return Database()
    }
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(.container)
    let error = await expectFailure(.factoryFailed, path: ["'Users'", "'Database'"]) {
      try await container.requireAsync(Users.self)
    }
    #expect(error?.underlyingError is Refusal)
    _ = try await container.requireAsync(Users.self)
  }
  @Test func `initializers that need one another are a loop`() async {
    registerDatabase()
    container.autoregister(Chicken.self, initializer: Chicken.init)
    container.autoregister(Egg.self, initializer: Egg.init)
    await expectFailure(.loop, path: ["'Chicken'", "'Egg'", "'Chicken'"]) {
      try await container.requireAsync(Chicken.self)
    }
  }

  @Test func `an initializer runs on its actor, and gets what belongs to another one`() async throws {
    registerDatabase()
    container.autoregister(Window.self, initializer: Window.init)
    container.autoregister(Desk.self, initializer: Desk.init)
    _ = try await container.requireAsync(Window.self)
    _ = try await container.requireAsync(Desk.self)
    // Without an asynchronous factory as well.
    container.register(Database.self) { _ in Database() }
    _ = try await Task.detached { [container] in try await container.requireAsync(Desk.self) }.value
  }
  @Test func `initializers that need no await are resolved as by require`() async throws {
    container.register(Database.self) { _ in Database() }
    container.autoregister(Users.self, initializer: Users.init).inObjectScope(.container)
      .initCompleted { r, users in
        // Half-built, as it is found synchronously.
        let found = try r.require(Users.self)
        #expect(found === users)
      }
    _ = try await container.requireAsync(Users.self)
  }
}
