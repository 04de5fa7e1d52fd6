import Facet
import Testing

private final class Dog: Sendable {}

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
    container.register(Dog.self, name: "pet") { _ in Dog() }.inObjectScope(.container)
  }

  @Test func `a container is a locator by type`() {
    let locator: any Locator = container
    #expect(locator.resolve(Dog.self) === container.resolve(Dog.self))
    #expect(locator.resolve(Dog.self) != nil)
  }

  @Test func `a container is a locator by type and name`() {
    let locator: any NamedLocator = container
    #expect(locator.resolve(Dog.self, name: "pet") === container.resolve(Dog.self, name: "pet"))
    #expect(locator.resolve(Dog.self, name: nil) === container.resolve(Dog.self))
  }

  @Test func `a reference to resolve is a function of the type`() {
    let resolve: (Dog.Type) -> Dog? = container.resolve(_:)
    #expect(resolve(Dog.self) === container.resolve(Dog.self))
    let resolveNamed: (Dog.Type, String?) -> Dog? = container.resolve(_:name:)
    #expect(resolveNamed(Dog.self, "pet") === container.resolve(Dog.self, name: "pet"))
  }

  @Test func `a resolver in a factory gives the same functions`() throws {
    container.register([Dog].self) { r in
      let resolve: (Dog.Type) -> Dog? = r.resolve(_:)
      return [resolve(Dog.self)!]
    }
    #expect(try container.require([Dog].self).first === container.resolve(Dog.self))
  }
}
