import Facet
import Testing

private protocol Animal { var name: String { get } }
private final class Dog: Animal {
  let name: String
  let owner: Person?
  init(name: String = "Hachi", owner: Person? = nil) {
    self.name = name
    self.owner = owner
  }
}
private struct Person { var name = "Ueno" }

private func makeDog() -> Dog { Dog(name: "made") }
@Sendable private func makeDog(_ resolver: any Resolver, name: String) -> Dog { Dog(name: name) }

/// Every way to write a factory.
@Suite(.timeLimit(.minutes(20))) struct ClosureFormTests {
  private let container = Container()

  @Test func `a factory that ignores its resolver`() {
    container.register(Animal.self) { _ in Dog() }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
  }

  @Test func `a factory that uses its resolver`() {
    container.register(Person.self) { _ in Person() }
    container.register(Dog.self) { r in Dog(owner: r.resolve(Person.self)!) }
    #expect(container.resolve(Dog.self)?.owner?.name == "Ueno")
  }

  @Test func `a factory that uses its resolver under the short name`() {
    container.register(Person.self) { _ in Person() }
    container.register(Dog.self) { Dog(owner: $0.resolve(Person.self)!) }
    #expect(container.resolve(Dog.self)?.owner?.name == "Ueno")
  }

  @Test func `a factory whose argument type is inferred`() {
    container.register(Animal.self) { _, name in Dog(name: name) }
    #expect(container.resolve(Animal.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `a factory whose arguments have short names`() {
    container.register(Animal.self) { Dog(name: $1, owner: $0.resolve(Person.self, argument: $2 as Int)) }
    container.register(Person.self) { (_, number: Int) in Person(name: "\(number)") }
    let dog = container.resolve(Animal.self, arguments: "Rex", 7) as? Dog
    #expect(dog?.name == "Rex")
    #expect(dog?.owner?.name == "7")
  }

  @Test func `a factory that ignores an argument of a given type`() {
    container.register(Animal.self) { (_, _: String) in Dog() }
    #expect(container.resolve(Animal.self, argument: "ignored")?.name == "Hachi")
  }

  @Test func `a factory that takes nothing`() {
    container.register(Animal.self) { Dog() }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
  }

  @Test func `a factory whose service type is inferred`() {
    container.register { Dog() }
    #expect(container.resolve(Dog.self)?.name == "Hachi")
  }

  @Test func `a factory whose service type is inferred from a cast`() {
    container.register { Dog() as any Animal }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
    #expect(!container.hasAnyRegistration(of: Dog.self))
  }

  @Test func `an inferred factory with a name`() {
    container.register(name: "pet") { Dog() }
    #expect(container.resolve(Dog.self, name: "pet") != nil)
  }

  @Test func `an inferred factory with a resolver and arguments`() {
    container.register { _ in Person(name: "inferred") }
    container.register { r, name in Dog(name: name, owner: r.resolve()) }
    #expect(container.resolve(Dog.self, argument: "Rex")?.owner?.name == "inferred")
  }

  @Test func `a factory of several statements`() {
    container.register { Person() }
    container.register(Dog.self) { r in
      var owner: Person = r.resolve()
      owner.name += "!"
      return Dog(owner: owner)
    }
    container.register(Dog.self) { (_, name: String) in
      let twice = name + name
      return Dog(name: twice)
    }
    #expect(container.resolve(Dog.self)?.owner?.name == "Ueno!")
    #expect(container.resolve(Dog.self, argument: "a")?.name == "aa")
  }

  @Test func `an inferred factory of several statements`() {
    container.register {
      var person = Person()
      person.name += "?"
      return person
    }
    container.register { () -> any Animal in
      let name = "long"
      return Dog(name: name)
    }
    #expect(container.resolve(Person.self)?.name == "Ueno?")
    #expect(container.resolve(Animal.self)?.name == "long")
  }

  @Test func `a factory with a return type of its own`() {
    container.register(Animal.self) { (r: any Resolver, name: String) -> any Animal in Dog(name: name) }
    #expect(container.resolve(Animal.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `a function as a factory`() {
    container.register(Dog.self, factory: makeDog as @Sendable () -> Dog)
    container.register(Dog.self, factory: makeDog(_:name:))
    #expect(container.resolve(Dog.self)?.name == "made")
    #expect(container.resolve(Dog.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `an initialiser as a factory`() {
    final class Plain {}
    container.register(Plain.self, factory: Plain.init)
    container.register(factory: Person.init as @Sendable () -> Person)
    #expect(container.resolve(Plain.self) != nil)
    #expect(container.resolve(Person.self) != nil)
  }

  @Test func `a factory may throw`() {
    struct Broken: Error {}
    container.register(Dog.self) { r in Dog(owner: try r.require(Person.self)) }
    container.register(Dog.self, name: "never") { _ -> Dog in throw Broken() }
    container.register(Dog.self, name: "nothing") { () -> Dog in throw Broken() }
    container.register(Person.self) { _ in Person() }
    #expect(throws: Never.self) { try container.require(Dog.self) }
    for name in ["never", "nothing"] {
      let error = #expect(throws: ResolutionError.self) { try container.require(Dog.self, name: name) }
      #expect(error?.underlyingError is Broken)
    }
  }

  @Test func `a container may be filled by its initialiser`() {
    let container = Container { container in
      container.register(Animal.self) { _ in Dog() }
    }
    #expect(container.resolve(Animal.self) is Dog)
  }

  @Test func `a factory is an existing closure`() {
    let factory: @Sendable (any Resolver) -> Dog = { _ in Dog(name: "stored") }
    container.register(Dog.self, factory: factory)
    container.register(Animal.self) { r in factory(r) }
    #expect(container.resolve(Dog.self)?.name == "stored")
    #expect(container.resolve(Animal.self)?.name == "stored")
  }

  @Test func `a factory may register`() {
    let container = container
    container.register(Dog.self) { [unowned container] r in
      container.register(Person.self) { _ in Person(name: "late") }
      return Dog(owner: r.resolve())
    }
    #expect(container.resolve(Dog.self)?.owner?.name == "late")
  }
}
