import Facet
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

private struct Handler: Sendable { let transaction: Transaction }

/// Scoped services: registered once, one instance for each container that is asked.
struct ScopedTests {
  let container = Container()
  let ended = Recorder<String>()

  @discardableResult
  private func register() -> ServiceEntry<Transaction> {
    container.register(Settings.self) { _ in Settings("parent") }
    container.register(Handler.self) { r in Handler(transaction: try r.require()) }
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

  @Test func `an empty child has one of its own, made before the registration or not`() throws {
    let early = Container(parent: container)
    let below = Container(parent: early)
    register()
    let transactions = try [container, early, below, Container(parent: container)].map {
      try $0.require(Handler.self).transaction
    }
    #expect(Set(transactions.map(ObjectIdentifier.init)).count == 4)
  }

  @Test func `each container has its own also within one graph`() throws {
    register()
    let child = Container(parent: container)
    child.register([Handler].self) { [container] r in [try container.require(), try r.require()] }
    let handlers = try child.require([Handler].self)
    #expect(handlers[0].transaction === (try container.require(Transaction.self)))
    #expect(handlers[1].transaction === (try child.require(Transaction.self)))
    #expect(handlers[0].transaction !== handlers[1].transaction)
  }

  @Test func `what the container keeps gets the instance of its own container`() throws {
    register()
    container.register(Handler.self) { r in Handler(transaction: try r.require()) }.inObjectScope(.container)
    let child = child("child")
    _ = try child.require(Transaction.self)
    #expect(try child.require(Handler.self).transaction === container.require(Transaction.self))
  }

  @Test func `names, forwards and collections`() throws {
    register().implements((any Storing).self)
    container.register(Transaction.self, name: "other") { r in Transaction(try r.require()) }
      .inObjectScope(.scoped)
    let child = child("child")
    let own = child.resolve(Transaction.self)
    #expect(child.resolve((any Storing).self) === own)
    #expect(child.resolve(Transaction.self, name: "other") !== own)
    #expect(child.resolveAll(Transaction.self).map { $0 === own } == [true, false])
  }

  @Test func `the arguments are those of the first resolve in each container, also by default`() throws {
    let container = Container(defaultObjectScope: .scoped)
    container.register(Settings.self) { _, name in Settings(name) }
    let child = Container(parent: container)
    let names = [(child, "a"), (child, "b"), (container, "b")].map {
      $0.resolve(Settings.self, argument: $1)?.name
    }
    #expect(names == ["a", "a", "b"])
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

  @Test(arguments: [true, false])
  func `a registration in its place, or another scope, ends all instances`(isReplaced: Bool) throws {
    let entry = register()
    let child = child("child")
    let old = [try child.require(Transaction.self), try container.require(Transaction.self)]
    if isReplaced {
      container.register(Transaction.self) { r in Transaction(Settings("new")) }.inObjectScope(.container)
    } else {
      entry.inObjectScope(.container)
    }
    #expect(Set(ended.all) == ["child", "parent"])
    let new = try child.require(Transaction.self)
    #expect(new === (try container.require(Transaction.self)))
    #expect(!old.contains { $0 === new })
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
}
