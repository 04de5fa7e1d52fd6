import Facet
import FacetTestSupport
import Testing

private protocol Kept: AnyObject {}
private final class Store: Kept {}
private final class Cache {}
private final class OwnScope: ObjectScopeProtocol {
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}

/// The four resets, and that they reach the parents.
@Suite(.timeLimit(.minutes(20))) struct ResetTests {
  private let container = Container()
  private let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")

  /// Whether what a resolve gives is another instance after `reset`.
  private func changes<Service: AnyObject>(
    _ type: Service.Type, name: String? = nil, in container: Container? = nil, by reset: () -> Void
  ) throws -> Bool {
    let container = container ?? self.container
    let before = try container.require(type, name: name)
    try #require(try container.require(type, name: name) === before)
    reset()
    return try container.require(type, name: name) !== before
  }

  @Test func `a reset drops the instances of a scope`() throws {
    container.register { Store() }.inObjectScope(.container)
    #expect(try changes(Store.self) { container.resetObjectScope(.container) })
  }

  @Test func `a reset releases the instances`() async throws {
    container.register { Store() }.inObjectScope(.container)
    weak let store = try container.require(Store.self)
    #expect(store != nil)
    container.resetObjectScope(.container)
    #expect(await isReleased { store })
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `resolve, reset and resolve within one factory give two instances`(scope: ObjectScope) throws {
    container.register { Store() }.inObjectScope(scope)
    container.register([Store].self) { [unowned container] r in
      let first = try r.require(Store.self)
      container.resetObjectScope(scope)
      return [first, try r.require(Store.self), try r.require(Store.self)]
    }
    let stores = try container.require([Store].self)
    #expect(stores[0] !== stores[1])
    #expect(stores[1] === stores[2])
    #expect(try container.require(Store.self) === stores[1])
  }

  @Test func `a reset of a custom scope`() throws {
    container.register { Store() }.inObjectScope(custom)
    #expect(try changes(Store.self) { container.resetObjectScope(custom) })
  }

  @Test func `a reset of a scope type of one's own`() throws {
    let scope = OwnScope()
    container.register { Store() }.inObjectScope(scope)
    #expect(try changes(Store.self) { container.resetObjectScope(scope) })
  }

  @Test func `a reset of the weak scope`() throws {
    container.register { Store() }.inObjectScope(.weak)
    #expect(try changes(Store.self) { container.resetObjectScope(.weak) })
  }

  @Test func `a reset leaves other scopes alone`() throws {
    container.register { Store() }.inObjectScope(.container)
    container.register { Cache() }.inObjectScope(custom)
    #expect(try !changes(Store.self) { container.resetObjectScope(custom) })
    #expect(try !changes(Cache.self) { container.resetObjectScope(.container) })
    #expect(try !changes(Store.self) { container.resetObjectScope(OwnScope()) })
    #expect(try !changes(Store.self) { container.resetObjectScope(.weak) })
  }

  @Test func `an equal custom scope is another one`() throws {
    container.register { Store() }.inObjectScope(custom)
    let other = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    #expect(try !changes(Store.self) { container.resetObjectScope(other) })
  }

  @Test func `a reset of one service type leaves the others alone`() throws {
    container.register { Store() }.inObjectScope(.container)
    container.register { Cache() }.inObjectScope(.container)
    #expect(try changes(Store.self) { container.resetObjectScope(.container, serviceType: Store.self) })
    #expect(try !changes(Cache.self) { container.resetObjectScope(.container, serviceType: Store.self) })
  }

  @Test func `a reset of one service type of a scope type of one's own`() throws {
    let scope = OwnScope()
    container.register { Store() }.inObjectScope(scope)
    container.register { Cache() }.inObjectScope(scope)
    #expect(try changes(Store.self) { container.resetObjectScope(scope, serviceType: Store.self) })
    #expect(try !changes(Cache.self) { container.resetObjectScope(scope, serviceType: Store.self) })
  }

  @Test func `a reset of one service type in another scope does nothing`() throws {
    container.register { Store() }.inObjectScope(.container)
    #expect(try !changes(Store.self) { container.resetObjectScope(custom, serviceType: Store.self) })
  }

  @Test func `a reset of one service type reaches every name`() throws {
    container.register(Store.self, name: "a") { _ in Store() }.inObjectScope(.container)
    #expect(
      try changes(Store.self, name: "a") { container.resetObjectScope(.container, serviceType: Store.self) })
  }

  @Test func `a reset of a forwarded type resets the record`() throws {
    container.register { Store() }.implements(Kept.self).inObjectScope(.container)
    #expect(try changes(Store.self) { container.resetObjectScope(.container, serviceType: Kept.self) })
  }

  @Test func `a reset reaches the parents`() throws {
    container.register { Store() }.inObjectScope(.container)
    container.register { Cache() }.inObjectScope(custom)
    let child = Container(parent: Container(parent: container))
    #expect(try changes(Store.self) { child.resetObjectScope(.container) })
    #expect(try changes(Store.self) { child.resetObjectScope(.container, serviceType: Store.self) })
    #expect(try changes(Cache.self) { child.resetObjectScope(custom) })
    #expect(
      try changes(Cache.self) {
        child.resetObjectScope(custom as any ObjectScopeProtocol, serviceType: Cache.self)
      })
  }

  @Test func `a reset does not reach the children`() throws {
    let child = Container(parent: container)
    child.register { Store() }.inObjectScope(.container)
    #expect(try !changes(Store.self, in: child) { container.resetObjectScope(.container) })
  }

  @Test func `a reset of an existential scope and of the concrete one are the same`() throws {
    container.register { Store() }.inObjectScope(.container)
    let scope: any ObjectScopeProtocol = ObjectScope.container
    #expect(try changes(Store.self) { container.resetObjectScope(scope) })
    #expect(try changes(Store.self) { container.resetObjectScope(scope, serviceType: Store.self) })
  }

  @Test(arguments: [
    ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ])
  func `a reset during a build hands the instance to who asked, and does not keep it`(
    scope: ObjectScope
  ) throws {
    let (container, built) = (container, Counter())
    container.register(Store.self) { [unowned container] _ in
      if built.next() == 1 { container.resetObjectScope(scope) }
      return Store()
    }.inObjectScope(scope)
    let first = try container.require(Store.self)
    let second = try container.require(Store.self)
    #expect(second !== first)
    #expect(try container.require(Store.self) === second)
  }

  @Test func `a custom storage is reset by setting its instance to nil`() throws {
    final class Noting: InstanceStorage {
      let notes: Recorder<String>
      var instance: Any? { didSet { notes.add(instance == nil ? "nil" : "set") } }
      init(_ notes: Recorder<String>) { self.notes = notes }
    }
    let notes = Recorder<String>()
    let scope = ObjectScope(storageFactory: { Noting(notes) })
    container.register { Store() }.inObjectScope(scope)
    _ = container.resolve(Store.self)
    container.resetObjectScope(scope)
    #expect(notes.all == ["set", "nil"])
  }
}
