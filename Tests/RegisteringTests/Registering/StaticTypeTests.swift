import Facet
import Testing

private class Plant: @unchecked Sendable {}
private final class Rose: Plant, @unchecked Sendable {}

/// The type of a key is the one that the compiler sees, whatever a variable of a metatype holds.
@Suite(.timeLimit(.minutes(20))) struct StaticTypeTests {
  private let container = Container()
  private let type: Plant.Type = Rose.self

  @Test func `a registration by a variable is found by it and by the type`() throws {
    let entry = container.register(type) { _ in Rose() }
    container.register(type, name: "red") { (_, _: Int) in Rose() }
    #expect(entry.key.description == "'Plant'")
    #expect(container.description.contains("Service: Plant,"))
    for type in [type, Plant.self] {
      _ = try container.require(type)
      _ = try container.require(type, name: "red", argument: 1)
    }
    _ = try container.require(Lazy<Plant>.self, name: "red", argument: 1)
    #expect(throws: ResolutionError.self) { try container.require(Rose.self) }
  }

  @Test func `a registration by the type is found, reset and removed by a variable`() throws {
    container.register(Plant.self) { _ in Rose() }.inObjectScope(.container)
    let plant = try container.require(type)
    #expect(container.hasAnyRegistration(of: type))
    #expect(container.resolveAll(type).count == 1)
    container.resetObjectScope(.container, serviceType: type)
    #expect(try container.require(Plant.self) !== plant)
    container.unregister(type)
    #expect(!container.hasAnyRegistration(of: Plant.self))
  }

  @Test func `a forward by a variable is found by the type`() throws {
    container.register(Rose.self) { _ in Rose() }.implements(type)
    container.forward(type, name: "red", to: container.register(Rose.self, name: "x") { _ in Rose() })
    _ = try container.require(Plant.self)
    _ = try container.require(Plant.self, name: "red")
  }
}
