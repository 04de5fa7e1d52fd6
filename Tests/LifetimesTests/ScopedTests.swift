import Facet
import FacetInspection
import FacetTestSupport
import Testing

private protocol Storing: AnyObject, Sendable {}

private final class Settings: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Transaction: Storing, Sendable {
  let settings: Settings
  init(_ settings: Settings) { self.settings = settings }
}

private final class Handler: Sendable {
  let transaction: Transaction
  init(_ transaction: Transaction) { self.transaction = transaction }
}

private final class Server: Sendable {
  let transaction: Transaction
  init(_ transaction: Transaction) { self.transaction = transaction }
}

/// Scoped services: registered once, one instance for each container that is asked.
struct ScopedTests {
  let container = Container()
  let ended = Recorder<String>()

  @discardableResult
  private func register() -> ServiceEntry<Transaction> {
    container.register(Settings.self) { _ in Settings("parent") }
    container.register(Handler.self) { r in Handler(try r.require()) }
    return container.register(Transaction.self) { r in Transaction(try r.require()) }
      .inObjectScope(.scoped)
      .onClose { [ended] in ended.add($0.settings.name) }
  }

  private func child(_ name: String) -> Container {
    Container(parent: container) { child in child.register(Settings.self) { _ in Settings(name) } }
  }

  @Test func `each container that is asked has one, built with its own services, and ended with it`() throws {
    register()
    let (first, second) = (child("first"), child("second"))
    let one = try first.require(Transaction.self)
    #expect(try first.require(Transaction.self) === one)
    #expect(try first.require(Handler.self).transaction === one)
    let other = try second.require(Handler.self).transaction
    #expect(other !== one)
    #expect([one.settings.name, other.settings.name] == ["first", "second"])
    let own = try container.require(Transaction.self)
    #expect(own.settings.name == "parent")
    try first.close()
    #expect(ended.all == ["first"])
    try container.close()
    #expect(ended.all == ["first", "second", "parent"])
  }

  @Test func `an empty child has one of its own, also in a graph that its parent has built before`() throws {
    register()
    container.register([Handler].self) { r in [try r.require(Handler.self)] }
    let child = Container(parent: container)
    #expect(try child.require(Transaction.self) !== container.require(Transaction.self))
    let child2 = Container(parent: container)
    child2.register(Server.self) { [container] r in
      // Both in one cycle.
      let outer = try container.require(Handler.self)
      let inner = try r.require(Handler.self)
      #expect(outer.transaction !== inner.transaction)
      return Server(inner.transaction)
    }
    #expect(try child2.require(Server.self).transaction === child2.require(Transaction.self))
  }

  @Test func `a child that was made before the registration has one, too`() throws {
    let child = Container(parent: container)
    let grandchild = Container(parent: child)
    register()
    #expect(try child.require(Handler.self).transaction !== container.require(Handler.self).transaction)
    #expect(try child.require(Handler.self).transaction !== grandchild.require(Handler.self).transaction)
  }

  @Test func `what the container keeps gets the instance of its own container`() throws {
    register()
    container.register(Server.self) { r in Server(try r.require()) }.inObjectScope(.container)
    let child = child("child")
    _ = try child.require(Transaction.self)
    #expect(try child.require(Server.self).transaction === container.require(Transaction.self))
  }

  @Test func `names, forwards and collections`() throws {
    register().implements((any Storing).self)
    container.register(Transaction.self, name: "other") { r in Transaction(try r.require()) }
      .inObjectScope(.scoped)
    let child = child("child")
    #expect(child.resolve((any Storing).self) === child.resolve(Transaction.self))
    #expect(child.resolve(Transaction.self, name: "other") !== child.resolve(Transaction.self))
    let all = child.resolveAll(Transaction.self)
    #expect(all.count == 2 && all.contains { $0 === child.resolve(Transaction.self) })
  }

  @Test func `the arguments are those of the first resolve in each container`() throws {
    container.register(Settings.self) { _, name in Settings(name) }.inObjectScope(.scoped)
    let child = Container(parent: container)
    #expect(child.resolve(Settings.self, argument: "a")?.name == "a")
    #expect(child.resolve(Settings.self, argument: "b")?.name == "a")
    #expect(container.resolve(Settings.self, argument: "b")?.name == "b")
  }

  @Test func `decorators and completions, also those that are added later`() throws {
    let entry = register()
    let completed = Recorder<String>()
    let early = child("early")
    _ = try early.require(Transaction.self)
    entry.initCompleted { _, transaction in completed.add(transaction.settings.name) }
    container.decorate(Transaction.self) { _, inner in
      Transaction(Settings("decorated \(inner.settings.name)"))
    }
    #expect(try child("late").require(Transaction.self).settings.name == "decorated late")
    #expect(completed.all == ["decorated late"])
    #expect(try early.require(Transaction.self).settings.name == "early")
  }

  @Test func `a reset is that of the container and its parents`() throws {
    register()
    let (first, second) = (child("first"), child("second"))
    let all = [try first.require(Transaction.self), try second.require(Transaction.self)]
    first.resetObjectScope(.scoped)
    #expect(ended.all == ["first"])
    #expect(try first.require(Transaction.self) !== all[0])
    #expect(try second.require(Transaction.self) === all[1])
  }

  @Test func `a registration in its place ends the instances of all containers`() throws {
    register()
    let child = child("child")
    _ = (try child.require(Transaction.self), try container.require(Transaction.self))
    container.register(Transaction.self) { r in Transaction(Settings("new")) }.inObjectScope(.scoped)
    #expect(Set(ended.all) == ["child", "parent"])
    #expect(try child.require(Transaction.self).settings.name == "new")
  }

  @Test func `another scope ends the instances of all containers`() throws {
    let entry = register()
    let child = child("child")
    _ = try child.require(Transaction.self)
    entry.inObjectScope(.container)
    #expect(ended.all == ["child"])
    #expect(try child.require(Transaction.self) === container.require(Transaction.self))
  }

  @Test func `a default scope may be scoped`() throws {
    let container = Container(defaultObjectScope: .scoped)
    container.register(Settings.self) { _ in Settings("") }
    let child = Container(parent: container)
    #expect(child.resolve(Settings.self) === child.resolve(Settings.self))
    #expect(child.resolve(Settings.self) !== container.resolve(Settings.self))
  }

  @Test func `an awaited service is scoped as well`() async throws {
    let ended = ended
    container.register(Settings.self) { _ in Settings("parent") }
    container.register(Transaction.self) { r async throws in
      await Task.yield()
      return Transaction(try await r.requireAsync())
    }.inObjectScope(.scoped).onClose { transaction in
      await Task.yield()
      ended.add(transaction.settings.name)
    }
    let (first, second) = (child("first"), child("second"))
    async let one = first.requireAsync(Transaction.self)
    async let same = first.requireAsync(Transaction.self)
    let other = try await second.requireAsync(Transaction.self)
    let (a, b) = try await (one, same)
    #expect(a === b)
    #expect(a !== other)
    #expect([a.settings.name, other.settings.name] == ["first", "second"])
    try await first.closeAsync()
    #expect(ended.all == ["first"])
    try await container.closeAsync()
    #expect(ended.all == ["first", "second"])
  }

  @Test func `a child that is released without a close keeps nothing`() async throws {
    register()
    weak var transaction: Transaction?
    do {
      let child = child("child")
      transaction = child.resolve(Transaction.self)
      #expect(transaction != nil)
    }
    #expect(await isReleased { transaction })
    #expect(ended.all.isEmpty)
  }

  @Test func `the verification finds what is held by a service that lives longer`() {
    register()
    container.register(Server.self, fileID: "Shop/Server.swift", line: 3) { r in Server(try r.require()) }
      .inObjectScope(.container)
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.capture])
    #expect(
      problems.first?.description.hasPrefix(
        "'Transaction' (scope: scoped) is held by a service that lives longer.") == true)
  }

  @Test func `what is scoped may hold what is scoped`() {
    register()
    container.register([Handler].self) { r in [Handler(try r.require())] }.inObjectScope(.scoped)
    #expect(container.verify().problems.isEmpty)
  }
}

extension Transaction: Equatable {
  fileprivate static func == (left: Transaction, right: Transaction) -> Bool { left === right }
}
