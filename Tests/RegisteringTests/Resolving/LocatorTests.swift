import Facet
import Testing

private protocol Locator {
  func resolve<T>(_ type: T.Type) -> T?
}
private protocol NamedLocator {
  func resolve<T>(_ type: T.Type, name: String?) -> T?
}
extension Container: Locator, NamedLocator {}

/// A container conforms to a locator of an application's own, and its functions can be handed on.
@Suite(.timeLimit(.minutes(20))) struct LocatorTests {
  private let container = Container()

  init() {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    container.register(Dog.self, name: "pet") { _ in Dog("Rex") }.inObjectScope(.container)
  }

  @Test func `a container is a locator by type, also with a name`() {
    let (locator, named): (any Locator, any NamedLocator) = (container, container)
    let dogs = [
      locator.resolve(Dog.self), named.resolve(Dog.self, name: nil), named.resolve(Dog.self, name: "pet"),
    ]
    #expect(dogs.map { $0?.name } == ["Hachi", "Hachi", "Rex"])
  }

  @Test func `a reference to resolve is a function of the type`() throws {
    let resolve: (Dog.Type) -> Dog? = container.resolve(_:)
    #expect(resolve(Dog.self)?.name == "Hachi")
    let resolveNamed: (Dog.Type, String?) -> Dog? = container.resolve(_:name:)
    #expect(resolveNamed(Dog.self, "pet")?.name == "Rex")
    container.register([Dog].self) { r in
      let resolve: (Dog.Type) -> Dog? = r.resolve(_:)
      return [resolve(Dog.self)!]
    }
    #expect(try container.require([Dog].self).first === container.resolve(Dog.self))
  }
}
