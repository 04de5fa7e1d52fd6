import Facet
import Testing

private protocol Service: AnyObject {}
private class Network: Service {}
private class Store: Service {
  let network: Network
  init(network: Network) { self.network = network }
}

private class NetworkAssembly: Assembly {
  var assembled = 0
  func assemble(container: Container) {
    assembled += 1
    container.register(Network.self) { _ in Network() }.inObjectScope(.container)
  }
}

private class StoreAssembly: Assembly {
  var loadedStore: Store?
  func assemble(container: Container) {
    container.register(Store.self) { r in Store(network: r.resolve(Network.self)!) }
  }
  func loaded(resolver: Resolver) {
    loadedStore = resolver.resolve(Store.self)
  }
}

private class SpyBehavior: Behavior {
  var types: [String] = []
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    types.append("\(type)")
  }
}

private class FakeResolver: Resolver {
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    Network() as? Service
  }
}

private class SessionScope: ObjectScopeProtocol {
  var made = 0
  func makeStorage() -> InstanceStorage {
    made += 1
    return PermanentStorage()
  }
}

/// Assemblies, behaviors and fakes in the language of Swift 5.
@Suite(.timeLimit(.minutes(20))) struct OrganisationTests {
  @Test func `assemblies are classes with state`() {
    let (network, store) = (NetworkAssembly(), StoreAssembly())
    let assembler = Assembler([store, network])
    #expect(network.assembled == 1)
    #expect(store.loadedStore?.network === assembler.resolver.resolve(Network.self))
  }

  @Test func `a behavior is a class with state`() {
    let spy = SpyBehavior()
    let container = Container(behaviors: [spy])
    container.register(Network.self) { _ in Network() }.implements(Service.self)
    #expect(spy.types == ["Network", "Service"])
  }

  @Test func `a resolver is kept in a property`() {
    class Coordinator {
      let resolver: Resolver
      init(resolver: Resolver) { self.resolver = resolver }
      var network: Network? { resolver.resolve(Network.self) }
    }
    let container = Container { $0.register(Network.self) { _ in Network() } }
    #expect(Coordinator(resolver: container).network != nil)
    #expect(Coordinator(resolver: FakeResolver()).network != nil)
  }

  @Test func `a scope is a class with state`() {
    let scope = SessionScope()
    let container = Container()
    container.register(Network.self) { _ in Network() }.inObjectScope(scope)
    #expect(container.resolve(Network.self) === container.resolve(Network.self))
    #expect(scope.made == 1)
  }
}
