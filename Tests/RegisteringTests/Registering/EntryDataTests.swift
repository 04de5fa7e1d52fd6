import Facet
import Testing

private class Animal: @unchecked Sendable {}
private final class Dog: Animal, @unchecked Sendable {}

private func isSame(_ left: Any.Type, _ right: Any.Type) -> Bool { left == right }

/// What an entry says about itself.
@Suite(.timeLimit(.minutes(20))) struct EntryDataTests {
  private let container = Container()

  @Test func `an entry knows the type of its service`() {
    let entry = container.register(Animal.self) { _ in Dog() }
    #expect(isSame(entry.key.serviceType, Animal.self))
    let variable: Animal.Type = Dog.self
    #expect(isSame(container.register(variable) { _ in Dog() }.key.serviceType, Animal.self))
  }

  @Test func `an entry prints its key and its place`() {
    let entry = container.register(Dog.self, name: "old", fileID: "Zoo/Dogs.swift", line: 7) { (_, _: Int) in
      Dog()
    }
    #expect("\(entry)" == "'Dog' named \"old\" with arguments (Int) at Zoo/Dogs.swift:7")
  }

  @Test func `a forward shows the entry of its service`() {
    let entry = container.register(Dog.self) { (_, _: Int) in Dog() }.implements(Animal.self)
    #expect(isSame(entry.key.serviceType, Dog.self))
  }
}

/// The identity of a cycle can stand in a list.
@Suite(.timeLimit(.minutes(20))) struct GraphIdentifierIdentityTests {
  @Test func `a graph identifier is identifiable`() {
    func id<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }
    let (first, second) = (GraphIdentifier(), GraphIdentifier())
    #expect(id(first) == id(first))
    #expect(id(first) != id(second))
  }
}
