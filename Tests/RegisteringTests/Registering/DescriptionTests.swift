import Facet
import Testing

private protocol Animal {}
private protocol Carnivore {}
private final class Dog: Animal, Carnivore {}
private struct Box<Content> {}

/// One line for each entry, sorted.
@Suite(.timeLimit(.minutes(20))) struct DescriptionTests {
  private let container = Container()

  @Test func `an empty container`() {
    #expect(container.description == "[\n]")
  }

  @Test func `entries with names, arguments and scopes`() {
    container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    container.register(Dog.self, name: "Hachi") { (_, _: String) in Dog() }
    container.register(Dog.self) { (_, _: Int?, _: [String]) in Dog() }.inObjectScope(.transient)
    container.register(Box<Int>.self) { _ in Box() }.inObjectScope(.weak)
    #expect(
      container.description == """
        [
            { Service: Animal, Factory: Resolver -> Animal, ObjectScope: container },
            { Service: Box<Int>, Factory: Resolver -> Box<Int>, ObjectScope: weak },
            { Service: Dog, Factory: (Resolver, Optional<Int>, Array<String>) -> Dog, ObjectScope: transient },
            { Service: Dog, Name: "Hachi", Factory: (Resolver, String) -> Dog, ObjectScope: graph }
        ]
        """)
  }

  @Test func `a forwarded key shows the factory of its record`() {
    container.register(Animal.self) { (_, _: String) in Dog() }
      .implements(Dog.self, name: "Hachi")
    #expect(
      container.description == """
        [
            { Service: Animal, Factory: (Resolver, String) -> Animal, ObjectScope: graph },
            { Service: Animal, Name: "Hachi", Factory: (Resolver, String) -> Dog, ObjectScope: graph }
        ]
        """)
  }

  @Test func `completions are counted`() {
    container.register(Dog.self) { _ in Dog() }.initCompleted { _, _ in }.initCompleted { _, _ in }
    #expect(
      container.description == """
        [
            { Service: Dog, Factory: Resolver -> Dog, ObjectScope: graph, InitCompleted: Specified 2 closures }
        ]
        """)
  }

  @Test func `custom scopes show their descriptions`() {
    container.register { Dog() }
      .inObjectScope(ObjectScope(storageFactory: PermanentStorage.init, description: "session"))
    #expect(
      container.description == """
        [
            { Service: Dog, Factory: Resolver -> Dog, ObjectScope: session }
        ]
        """)
  }

  @Test func `a child shows its own entries alone`() {
    container.register { Dog() }
    let child = Container(parent: container)
    child.register { 1 }
    #expect(
      child.description == """
        [
            { Service: Int, Factory: Resolver -> Int, ObjectScope: graph }
        ]
        """)
  }

  @Test func `the order does not depend on that of registration`() {
    let other = Container()
    for name in ["a", "b", "c"] { container.register(Int.self, name: name) { _ in 1 } }
    for name in ["c", "a", "b"] { other.register(Int.self, name: name) { _ in 1 } }
    #expect(container.description == other.description)
  }

  @Test func `compositions and optionals are named`() {
    container.register((any Animal & Carnivore).self) { (_, _: any Animal) in Dog() }
    #expect(
      container.description == """
        [
            { Service: Animal & Carnivore, Factory: (Resolver, Animal) -> Animal & Carnivore, ObjectScope: graph }
        ]
        """)
  }
}
