import Facet
import Testing

private protocol Animal {}
private protocol Hot {}
private final class Dog: Animal, Hot, Sendable {}
final class SeasonScope: ObjectScopeProtocol {
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}
private final class NamedScope: ObjectScopeProtocol, CustomStringConvertible {
  let description = "named"
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}

/// The text of a container is the one that Swinject's users know.
@Suite(.timeLimit(.minutes(20))) struct DescriptionFormatTests {
  private let container = Container()

  @Test func `a factory without arguments takes a resolver without parentheses`() {
    container.register(Animal.self) { _ in Dog() }
    #expect(
      container.description == """
        [
            { Service: Animal, Factory: Resolver -> Animal, ObjectScope: graph }
        ]
        """)
  }

  @Test func `a factory with arguments takes a list in parentheses`() {
    container.register(Animal.self) { (_, _: String) in Dog() }
    container.register(Animal.self, name: "two") { (_, _: Int?, _: [Bool]) in Dog() }
    #expect(
      container.description == """
        [
            { Service: Animal, Factory: (Resolver, String) -> Animal, ObjectScope: graph },
            { Service: Animal, Name: "two", Factory: (Resolver, Optional<Int>, Array<Bool>) -> Animal, ObjectScope: graph }
        ]
        """)
  }

  @Test func `scope and completions follow in their order`() {
    container.register(Dog.self, name: "a") { _ in Dog() }
      .inObjectScope(.container).initCompleted { _, _ in }
    #expect(
      container.description == """
        [
            { Service: Dog, Name: "a", Factory: Resolver -> Dog, ObjectScope: container, InitCompleted: Specified 1 closures }
        ]
        """)
  }

  @Test func `a forwarded key shows the service of its entry, and the key's type as the result`() {
    container.register(Animal.self) { (_, _: String) in Dog() }.implements(Dog.self, name: "Hachi")
    #expect(
      container.description == """
        [
            { Service: Animal, Factory: (Resolver, String) -> Animal, ObjectScope: graph },
            { Service: Animal, Name: "Hachi", Factory: (Resolver, String) -> Dog, ObjectScope: graph }
        ]
        """)
  }

  @Test func `a scope without a description shows nothing`() {
    container.register(Dog.self) { _ in Dog() }
      .inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    #expect(
      container.description == "[\n    { Service: Dog, Factory: Resolver -> Dog, ObjectScope:  }\n]")
  }

  @Test func `a scope type without a description shows its name`() {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(SeasonScope())
    container.register(Int.self) { _ in 1 }.inObjectScope(NamedScope())
    #expect(
      container.description == """
        [
            { Service: Dog, Factory: Resolver -> Dog, ObjectScope: RegisteringTests.SeasonScope },
            { Service: Int, Factory: Resolver -> Int, ObjectScope: named }
        ]
        """)
  }

  @Test func `a composition is named without parentheses`() {
    container.register((any Animal & Hot).self) { (_, _: any Animal) in Dog() }
    #expect(
      container.description == """
        [
            { Service: Animal & Hot, Factory: (Resolver, Animal) -> Animal & Hot, ObjectScope: graph }
        ]
        """)
  }
}
