import Facet
import FacetTestSupport
import Testing

private final class Cache {}
private final class OwnScope: ObjectScopeProtocol {
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}

/// The four resets, and that they reach the parents.
@Suite(.timeLimit(.minutes(20))) struct ResetTests {
  private let container = Container()

  static let scopes: [any ObjectScopeProtocol] = [
    ObjectScope.container, ObjectScope.weak, ObjectScope.perArgument, ObjectScope.storing, OwnScope(),
  ]

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

  @Test(arguments: scopes.indices) func `a reset drops the instances of its scope, or those of one type`(
    index: Int
  ) throws {
    let (scope, others) = (Self.scopes[index], Self.scopes.filter { $0 !== Self.scopes[index] })
    container.register { Store() }.implements(AnyObject.self).inObjectScope(scope)
    container.register(Store.self, name: "named") { _ in Store() }.inObjectScope(scope)
    container.register { Cache() }.inObjectScope(scope)
    #expect(try changes(Store.self) { container.resetObjectScope(scope) })
    #expect(try changes(Store.self) { container.resetObjectScope(scope, serviceType: Store.self) })
    #expect(
      try changes(Store.self, name: "named") { container.resetObjectScope(scope, serviceType: Store.self) })
    #expect(try changes(Store.self) { container.resetObjectScope(scope, serviceType: AnyObject.self) })
    #expect(try !changes(Cache.self) { container.resetObjectScope(scope, serviceType: Store.self) })
    for other in others {
      #expect(try !changes(Store.self) { container.resetObjectScope(other) })
      #expect(try !changes(Store.self) { container.resetObjectScope(other, serviceType: Store.self) })
    }
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

  @Test(arguments: [ObjectScope.container, .weak, .perArgument, .storing])
  func `a reset during a build hands the instance to who asked, and drops it`(scope: ObjectScope) throws {
    let built = Counter()
    container.register(Store.self) { [unowned container] _ in
      if built.next() == 1 { container.resetObjectScope(scope) }
      return Store()
    }.inObjectScope(scope)
    let first = try container.require(Store.self)
    let second = try container.require(Store.self)
    #expect(second !== first)
    #expect(try container.require(Store.self) === second)
  }

  // MARK: - Hierarchies

  @Test func `a reset reaches the parents, and neither the children nor an equal custom scope`() throws {
    container.register { Store() }.inObjectScope(.container)
    container.register { Cache() }.inObjectScope(.storing)
    let child = Container(parent: Container(parent: container))
    #expect(try changes(Store.self) { child.resetObjectScope(.container) })
    #expect(try changes(Store.self) { child.resetObjectScope(.container, serviceType: Store.self) })
    #expect(try changes(Cache.self) { child.resetObjectScope(.storing) })
    #expect(try changes(Cache.self) { child.resetObjectScope(.storing, serviceType: Cache.self) })
    let other = ObjectScope(storageFactory: PermanentStorage.init, description: "storing")
    #expect(try !changes(Cache.self) { child.resetObjectScope(other) })
    child.register { Store() }.inObjectScope(.container)
    #expect(try !changes(Store.self, in: child) { container.resetObjectScope(.container) })
  }

  @Test func `a forward of a grandchild is reset with the container that has the service`() throws {
    let entry = container.register { Store() }.inObjectScope(.container)
    let grandchild = Container(parent: Container(parent: container))
    grandchild.forward(AnyObject.self, name: "store", to: entry)
    container.removeAll()
    let store = try grandchild.require(AnyObject.self, name: "store")
    #expect(grandchild.resolve(AnyObject.self, name: "store") === store)
    container.resetObjectScope(.container)
    #expect(grandchild.resolve(AnyObject.self, name: "store") !== store)
  }
}
