import Facet
import Testing

private final class Store: Sendable {}
private struct Model: Sendable { let store: Store }

// As the article `ComingFromResolver` says it.
extension Container {
  fileprivate static func resolve<S>(_: S.Type, name: String? = nil) -> S { resolve(name: name) }
}
// As the article `ComingFromSwinject` says it.
extension Resolver {
  fileprivate func resolve<T>(_ type: T.Type = T.self, name: String) -> T {
    guard let service = resolve(type, name: Optional(name)) else { fatalError("not registered") }
    return service
  }
  fileprivate func resolve<T, A>(_ type: T.Type, name: String, argument: A) -> T {
    guard let service = resolve(type, name: Optional(name), argument: argument) else {
      fatalError("not registered")
    }
    return service
  }
}

/// An application's own `resolve`, whose result is no optional.
@Suite(.timeLimit(.minutes(20))) struct OwnResolveTests {
  private let container = Container()

  @Test func `a static one of the main container`() {
    Container.withMain(container) {
      Container.register { Store() }.scope(.application)
      Container.register { Model(store: Container.resolve(Store.self)) }
      let model = Container.resolve(Model.self)
      let all: [any Sendable] = [Container.resolve(Store.self), Container.resolve(Model.self)]
      #expect(model.store === container.resolve(Store.self)!)
      #expect(all.count == 2)
    }
  }

  @Test func `one with a name, and an argument`() {
    container.register(Int.self, name: "one") { _ in 1 }
    container.register(Int.self, name: "one") { (_, number: Int) in number }
    let one: Int = container.resolve(name: "one")
    let two: Int = container.resolve(Int.self, name: "one", argument: 2)
    #expect((one, two) == (1, 2))
  }
}
