import Testing

@testable import Facet

private protocol Animal: AnyObject {}
private final class Dog: Animal, @unchecked Sendable {}

/// A shared instance keeps itself as the types that it is forwarded to.
@Suite(.timeLimit(.minutes(5))) struct KeptConversionTests {
  @Test func `an instance that takes the place of the converted one does not keep the conversion`() throws {
    let container = Container()
    let entry = container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    nonisolated(unsafe) var isFirst = true
    // Stands for another thread that resets and resolves at this moment.
    entry.forward(
      (any Animal).self, name: nil, at: CodeLocation(fileID: "Zoo.swift", line: 1), isUserCode: false
    ) { service, animal in
      animal.put(service.service(as: Dog.self) as any Animal)
      if isFirst {
        isFirst = false
        container.resetObjectScope(.container)
        _ = container.resolve(Dog.self)
      }
      return true
    }
    let old = try container.require(Dog.self)
    let given = try container.require((any Animal).self)
    #expect(given === old)
    let (dog, animal) = (try container.require(Dog.self), try container.require((any Animal).self))
    #expect(dog !== old)
    #expect(animal === dog)
  }
}
