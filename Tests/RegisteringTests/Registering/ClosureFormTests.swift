import Facet
import FacetTestSupport
import Testing

private struct House {
  var name = "kennel"
  var dog: Dog?
}

private func makeDog() -> Dog { Dog("made") }
@Sendable private func makeDog(_ resolver: any Resolver, name: String) -> Dog { Dog(name) }

/// Every way to write a factory.
@Suite(.timeLimit(.minutes(20))) struct ClosureFormTests {
  private let container = Container()

  @Test func `a factory without arguments`() {
    container.register(Animal.self) { _ in Dog() }
    container.register(Dog.self) { Dog("Rex") }
    container.register(House.self) { r in House(dog: r.resolve(Dog.self)!) }
    container.register(House.self, name: "short") { House(dog: $0.resolve(Dog.self)!) }
    let houses = [container.resolve(House.self), container.resolve(House.self, name: "short")]
    #expect(houses.map { $0?.dog?.name } == ["Rex", "Rex"])
    #expect(container.resolve(Animal.self)?.name == "Hachi")
  }

  @Test func `a factory with arguments`() {
    container.register(House.self) { (_, number: Int) in House(name: "\(number)") }
    container.register(Animal.self) { _, name in Dog(name) }
    container.register(Animal.self, name: "ignoring") { (_, _: String) in Dog() }
    container.register(Animal.self, name: "typed") { (r: any Resolver, name: String) -> any Animal in
      Dog(name)
    }
    container.register(Animal.self) { Dog($1 + $0.resolve(House.self, argument: $2 as Int)!.name) }
    let animals = [nil, "ignoring", "typed"].map { container.resolve(Animal.self, name: $0, argument: "Rex") }
    #expect(animals.map { $0?.name } == ["Rex", "Hachi", "Rex"])
    #expect(container.resolve(Animal.self, arguments: "Rex", 7)?.name == "Rex7")
  }

  @Test func `a factory whose service type is inferred`() {
    container.register { Dog() as any Animal }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
    #expect(!container.hasAnyRegistration(of: Dog.self))
    container.register(name: "pet") { Dog() }
    container.register { _ in Dog("inferred") }
    container.register { r, name in House(name: name, dog: r.resolve()) }
    #expect(container.resolve(Dog.self, name: "pet")?.name == "Hachi")
    #expect(container.resolve(House.self, argument: "Rex")?.dog?.name == "inferred")
  }

  @Test func `a factory of several statements`() {
    container.register {
      var house = House()
      house.name += "?"
      return house
    }
    container.register { () -> any Animal in
      let name = "long"
      return Dog(name)
    }
    container.register(House.self, name: "pet") { r in
      var house: House = r.resolve()
      house.name += "!"
      return house
    }
    container.register(House.self) { (_, name: String) in
      let twice = name + name
      return House(name: twice)
    }
    #expect(container.resolve(Animal.self)?.name == "long")
    #expect(container.resolve(House.self, name: "pet")?.name == "kennel?!")
    #expect(container.resolve(House.self, argument: "a")?.name == "aa")
  }

  @Test func `a function, an initializer or a closure that exists as a factory`() {
    final class Plain {}
    let stored: @Sendable (any Resolver) -> Dog = { _ in Dog("stored") }
    container.register(Dog.self, factory: makeDog as @Sendable () -> Dog)
    container.register(Dog.self, factory: makeDog(_:name:))
    container.register(Dog.self, name: "stored", factory: stored)
    container.register(Animal.self) { r in stored(r) }
    container.register(Plain.self, factory: Plain.init)
    container.register(factory: { House() } as @Sendable () -> House)
    let animals: [(any Animal)?] = [
      container.resolve(Dog.self), container.resolve(Dog.self, argument: "Rex"),
      container.resolve(Dog.self, name: "stored"), container.resolve(Animal.self),
    ]
    #expect(animals.map { $0?.name } == ["made", "Rex", "stored", "stored"])
    #expect(container.resolve(Plain.self) != nil && container.resolve(House.self) != nil)
  }

  @Test func `a factory may throw`() {
    container.register(House.self) { r in House(dog: try r.require(Dog.self)) }
    container.register(Dog.self) { Dog() }
    #expect(throws: Never.self) { try container.require(House.self) }
    container.register(Dog.self, name: "resolver") { _ -> Dog in throw Broken() }
    container.register(Dog.self, name: "nothing") { () -> Dog in throw Broken() }
    container.register(Dog.self) { (_, _: Int) in throw Broken() }
    let failures = [
      expectFailure(.factoryFailed) { try container.require(Dog.self, name: "resolver") },
      expectFailure(.factoryFailed) { try container.require(Dog.self, name: "nothing") },
      expectFailure(.factoryFailed) { try container.require(Dog.self, argument: 1) },
    ]
    #expect(failures.allSatisfy { $0?.underlyingError is Broken })
  }

  @Test func `a container may be filled by its initialiser`() {
    #expect(Container { $0.register(Animal.self) { _ in Dog() } }.resolve(Animal.self) is Dog)
  }
}
