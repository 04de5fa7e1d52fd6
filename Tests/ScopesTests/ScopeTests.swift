import Facet
import FacetTestSupport
import Testing

private final class Store: Sendable {}
private final class Pair: Sendable {
  let first: Store
  let second: Store
  init(_ first: Store, _ second: Store) {
    self.first = first
    self.second = second
  }
  var isShared: Bool { first === second }
}

/// The four built-in scopes and their aliases.
@Suite(.timeLimit(.minutes(20))) struct ScopeTests {
  private let container = Container()
  private let entry: ServiceEntry<Store>

  init() {
    entry = container.register(Store.self) { _ in Store() }
    container.register(Pair.self) { r in Pair(r.resolve(Store.self)!, r.resolve(Store.self)!) }
  }

  private func resolve() throws -> Store { try container.require(Store.self) }

  @Test func `transient gives a new instance for every resolve`() throws {
    entry.inObjectScope(.transient)
    #expect(try !container.require(Pair.self).isShared)
    #expect(try resolve() !== resolve())
  }

  @Test func `graph gives one instance for each cycle, and is the default`() throws {
    #expect(try container.require(Pair.self).isShared)
    #expect(try resolve() !== resolve())
    #expect(entry.objectScope === ObjectScope.graph)
  }

  @Test func `container gives one instance`() throws {
    entry.inObjectScope(.container)
    let store = try resolve()
    #expect(try container.require(Pair.self).isShared)
    #expect(try container.require(Pair.self).first === store)
  }

  @Test func `container keeps the instance that nobody else holds`() throws {
    entry.inObjectScope(.container)
    weak let store = try resolve()
    #expect(store != nil)
  }

  @Test func `weak gives one instance as long as somebody holds it`() throws {
    entry.inObjectScope(.weak)
    var store: Store? = try resolve()
    #expect(try resolve() === store)
    weak let gone = store
    store = nil
    #expect(gone == nil)
    #expect(try container.require(Pair.self).isShared)
  }

  @Test func `aliases are the same scopes`() {
    #expect(ObjectScope.unique === ObjectScope.transient)
    #expect(ObjectScope.shared === ObjectScope.weak)
    #expect(ObjectScope.application === ObjectScope.container)
    #expect(ObjectScope.cached === ObjectScope.container)
  }

  @Test func `scopes are described by their names`() {
    let scopes: [ObjectScope] = [
      .transient, .graph, .container, .weak, .unique, .shared, .application, .cached,
    ]
    #expect(
      scopes.map(\.description)
        == ["transient", "graph", "container", "weak", "transient", "weak", "container", "container"])
    #expect("\(ObjectScope(storageFactory: TransientStorage.init, description: "session"))" == "session")
  }

  @Test func `scope is another spelling of inObjectScope`() throws {
    container.register { Store() }.scope(.shared)
    let store = try resolve()
    #expect(try resolve() === store)
  }

  @Test func `a container has a default scope of its own`() throws {
    let container = Container(defaultObjectScope: .container)
    container.register { Store() }
    container.register(Store.self, name: "fresh") { _ in Store() }.inObjectScope(.transient)
    #expect(try container.require(Store.self) === container.require(Store.self))
    let child = Container(parent: container)
    #expect(child.register { Store() }.objectScope === ObjectScope.graph)
  }

  @Test func `records of the same type and other names have instances of their own`() throws {
    entry.inObjectScope(.container)
    container.register(Store.self, name: "other") { _ in Store() }.inObjectScope(.container)
    #expect(try resolve() !== container.require(Store.self, name: "other"))
  }

  @Test func `a container-scoped service keeps the instance of its first arguments`() throws {
    container.register(Pair.self) { (_, store: Store) in Pair(store, store) }.inObjectScope(.container)
    let (first, second) = (Store(), Store())
    #expect(try container.require(Pair.self, argument: first).first === first)
    #expect(try container.require(Pair.self, argument: second).first === first)
  }

  @Test func `a cycle is joined through the container itself`() throws {
    container.register(Pair.self) { [unowned container] r in
      Pair(container.resolve(Store.self)!, r.resolve(Store.self)!)
    }
    #expect(try container.require(Pair.self).isShared)
  }

  @Test func `a cycle is joined by initCompleted`() throws {
    let shared = Recorder<Bool>()
    container.register(Pair.self) { r in Pair(r.resolve(), r.resolve()) }
      .initCompleted { r, pair in shared.add(r.resolve(Store.self) === pair.first) }
    _ = try container.require(Pair.self)
    #expect(shared.all == [true])
  }

  @Test func `a cycle is joined by every level of nesting`() throws {
    final class Level: Sendable {
      let store: Store
      let pair: Pair
      init(_ store: Store, _ pair: Pair) {
        self.store = store
        self.pair = pair
      }
    }
    container.register(Level.self) { r in Level(r.resolve(), r.resolve()) }
    let level = try container.require(Level.self)
    #expect(level.store === level.pair.first)
    #expect(level.pair.isShared)
  }

  @Test func `another container has a cycle entry of its own`() throws {
    let other = Container()
    other.register { Store() }
    container.register(Pair.self) { r in Pair(r.resolve(), other.resolve()) }
    #expect(try !container.require(Pair.self).isShared)
  }

  @Test func `two threads do not share a cycle`() throws {
    let container = container
    container.register(Pair.self) { r in
      let mine: Store = r.resolve()
      let theirs = ThreadRun { r.resolve(Store.self) }.result ?? nil
      return Pair(mine, try #require(theirs))
    }
    #expect(try !container.require(Pair.self).isShared)
  }

  @Test func `an instance of a cycle is gone with the cycle`() throws {
    final class User: Sendable {}
    let seen = Recorder<WeakStore>()
    container.register(User.self) { r in
      seen.add(WeakStore(r.resolve()))
      return User()
    }
    _ = try container.require(User.self)
    #expect(seen.all.count == 1)
    #expect(seen.all.first?.store == nil)
  }
}

private struct WeakStore: Sendable {
  weak let store: Store?
  init(_ store: Store) { self.store = store }
}
