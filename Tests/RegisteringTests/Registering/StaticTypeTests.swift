import Facet
import Testing

private class Animal: @unchecked Sendable {}
private final class Dog: Animal, @unchecked Sendable {}

/// The type of a key is the one that the compiler sees, whatever a variable of a metatype holds.
@Suite(.timeLimit(.minutes(20))) struct StaticTypeTests {
  private let container = Container()
  private let type: Animal.Type = Dog.self

  @Test func `a registration by a variable is found by it and by the type`() throws {
    container.register(type) { _ in Dog() }
    #expect(throws: Never.self) { try container.require(type) }
    #expect(throws: Never.self) { try container.require(Animal.self) }
    #expect(throws: ResolutionError.self) { try container.require(Dog.self) }
  }

  @Test func `a registration by the type is found by a variable`() throws {
    container.register(Animal.self) { _ in Dog() }
    #expect(throws: Never.self) { try container.require(type) }
    #expect(container.hasAnyRegistration(of: type))
    #expect(container.resolveAll(type).count == 1)
  }

  @Test func `names and arguments do not change that`() throws {
    container.register(type, name: "pet") { (_, _: Int) in Dog() }
    #expect(throws: Never.self) { try container.require(Animal.self, name: "pet", argument: 1) }
    #expect(throws: Never.self) { try container.require(type, name: "pet", argument: 1) }
    #expect(throws: Never.self) { try container.require(Lazy<Animal>.self, name: "pet", argument: 1) }
  }

  @Test func `a forward by a variable is found by the type`() throws {
    container.register(Dog.self) { _ in Dog() }.implements(type)
    container.forward(type, name: "pet", to: container.register(Dog.self, name: "x") { _ in Dog() })
    #expect(throws: Never.self) { try container.require(Animal.self) }
    #expect(throws: Never.self) { try container.require(Animal.self, name: "pet") }
  }

  @Test func `a variable resets and removes what the type registered`() throws {
    container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let animal = try container.require(Animal.self)
    container.resetObjectScope(.container, serviceType: type)
    #expect(try container.require(Animal.self) !== animal)
    container.unregister(type)
    #expect(!container.hasAnyRegistration(of: Animal.self))
  }

  @Test func `a description names the type of the key`() {
    container.register(type) { _ in Dog() }
    #expect(container.description.contains("Service: Animal,"))
  }
}
