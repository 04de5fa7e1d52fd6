import Facet
import FacetTestSupport
import Testing

private protocol Animal { var name: String { get } }
private protocol Carnivore { var name: String { get } }
private protocol Pet: AnyObject { var name: String { get } }
private protocol Herd<Member> {
  associatedtype Member
  var members: [Member] { get }
}
private class Dog: Animal, Carnivore, Pet, Herd {
  let name: String
  init(name: String) { self.name = name }
  var members: [String] { [name] }
}
private final class Puppy: Dog {}
private final class Cat: Animal, Carnivore, Pet {
  let age = 3
  let name: String
  init(name: String) { self.name = name }
}
private struct Fish: Animal, Carnivore { var name: String }
private struct Shark: Animal, Carnivore {
  var name: String
  var teeth = (1, 2, 3, 4, 5, 6, 7, 8, 9)
}
private enum Bird: Animal, Carnivore {
  case eagle
  var name: String { "eagle" }
}

/// Which types a forward can lead from and to.
@Suite(.timeLimit(.minutes(20))) struct ForwardTypeTests {
  private let container = Container()

  @Test func `instances of several classes behind one record keep their own conformance`() {
    container.register(Animal.self) { (_, kind: Int) -> any Animal in
      switch kind % 4 {
      case 0: Dog(name: "dog")
      case 1: Cat(name: "cat")
      case 2: Fish(name: "fish")
      default: Puppy(name: "puppy")
      }
    }.implements(Carnivore.self)
    let expected = ["dog", "cat", "fish", "puppy"]
    for kind in 0..<40 {
      #expect(container.resolve(Carnivore.self, argument: kind)?.name == expected[kind % 4])
    }
    #expect(container.resolve(Carnivore.self, argument: 1) is Cat)
    #expect(container.resolve(Carnivore.self, argument: 3) is Puppy)
  }

  @Test func `several classes behind one record forward to a class-bound protocol`() {
    container.register(Animal.self) { (_, isDog: Bool) -> any Animal in
      isDog ? Dog(name: "dog") : Cat(name: "cat")
    }.implements(Pet.self)
    #expect(container.resolve(Pet.self, argument: true)?.name == "dog")
    #expect(container.resolve(Pet.self, argument: false)?.name == "cat")
    #expect(container.resolve(Pet.self, argument: true) is Dog)
  }

  @Test func `several classes forwarded in container scope after a replacement keep their own`() {
    let entry = container.register(Animal.self) { (_, isDog: Bool) -> any Animal in
      isDog ? Dog(name: "dog") : Cat(name: "cat")
    }.implements(Carnivore.self).inObjectScope(.container)
    #expect(container.resolve(Carnivore.self, argument: true)?.name == "dog")
    container.resetObjectScope(.container)
    #expect(container.resolve(Carnivore.self, argument: false)?.name == "cat")
    _ = entry
  }

  @Test func `a value is forwarded to its protocols`() {
    container.register(Fish.self) { _, name in Fish(name: name) }.implements(Animal.self, Carnivore.self)
    #expect(container.resolve(Animal.self, argument: "Nemo") as? Fish == Fish(name: "Nemo"))
    #expect(container.resolve(Carnivore.self, argument: "Dory")?.name == "Dory")
  }

  @Test func `a large value is forwarded to its protocols`() {
    container.register(Shark.self) { _ in Shark(name: "Bruce") }.implements(Carnivore.self)
      .inObjectScope(.container)
    let shark = container.resolve(Carnivore.self) as? Shark
    #expect(shark?.name == "Bruce")
    #expect(shark?.teeth.8 == 9)
    #expect((container.resolve(Carnivore.self) as? Shark)?.teeth.0 == 1)
  }

  @Test func `an enumeration is forwarded to its protocols`() {
    container.register { Bird.eagle }.implements(Animal.self, Carnivore.self)
    #expect(container.resolve(Carnivore.self)?.name == "eagle")
  }

  @Test func `a container-scoped value is one for all keys`() {
    let count = Counter()
    container.register(Fish.self) { _ in Fish(name: "\(count.next())") }.inObjectScope(.container)
      .implements(Animal.self)
    #expect(container.resolve(Animal.self)?.name == "1")
    #expect(container.resolve(Fish.self)?.name == "1")
  }

  @Test func `a class is forwarded to its superclass`() {
    container.register { Puppy(name: "Rex") }.implements(Dog.self).inObjectScope(.container)
    #expect(container.resolve(Dog.self) === container.resolve(Puppy.self))
  }

  @Test func `a superclass is forwarded to the subclass that its factory returns`() {
    container.register(Dog.self) { _ in Puppy(name: "Rex") }.implements(Puppy.self)
    #expect(container.resolve(Puppy.self)?.name == "Rex")
  }

  @Test func `a class is forwarded to a protocol composition`() {
    container.register(Animal.self) { _ in Dog(name: "Rex") }
      .implements(
        (any Animal & Carnivore).self, (any Animal & Carnivore & Pet).self, (any Dog & Herd<String>).self)
    #expect(container.resolve((any Animal & Carnivore).self) is Dog)
    #expect(container.resolve((any Animal & Carnivore & Pet).self) is Dog)
  }

  @Test func `the order in a protocol composition does not matter`() {
    container.register((any Animal & Carnivore).self) { _ in Dog(name: "Rex") }
    #expect(container.resolve((any Carnivore & Animal).self) is Dog)
  }

  @Test func `a class is forwarded to a protocol with a primary associated type`() {
    container.register { Dog(name: "Rex") }.implements((any Herd<String>).self)
    #expect(container.resolve((any Herd<String>).self)?.members == ["Rex"])
  }

  @Test func `protocols with other primary associated types are other keys`() {
    struct Numbers: Herd { let members = [1, 2] }
    container.register((any Herd<String>).self) { _ in Dog(name: "Rex") }
    container.register((any Herd<Int>).self) { _ in Numbers() }
    #expect(container.resolve((any Herd<String>).self)?.members == ["Rex"])
    #expect(container.resolve((any Herd<Int>).self)?.members == [1, 2])
  }

  @Test func `a generic class is forwarded to its protocol`() {
    final class Box<Member>: Herd {
      let members: [Member]
      init(_ members: [Member]) { self.members = members }
    }
    container.register { Box([1.5]) }.implements((any Herd<Double>).self)
    #expect(container.resolve((any Herd<Double>).self)?.members == [1.5])
    #expect(container.resolve(Box<Double>.self)?.members == [1.5])
  }

  @Test func `an optional service is forwarded to what it wraps`() {
    container.register(Dog?.self) { _ in Dog(name: "Rex") }.implements(Animal.self)
    #expect(container.resolve(Animal.self)?.name == "Rex")
    #expect(container.resolve(Dog?.self)??.name == "Rex")
  }

  @Test func `an optional service of nil is nil`() {
    container.register(Dog?.self) { _ in nil }
    let dog: Dog?? = container.resolve(Dog?.self)
    #expect(dog != nil)
    #expect(dog! == nil)
  }

  @Test func `a tuple is a service, and forwarded to Any`() {
    container.register((Int, String).self) { _ in (1, "one") }.implements(Any.self)
    #expect(container.resolve((Int, String).self)?.1 == "one")
    #expect((container.resolve(Any.self) as? (Int, String))?.0 == 1)
  }

  @Test func `functions, metatypes and errors are services`() {
    struct Failure: Error, Equatable {}
    container.register((() -> Int).self) { _ in { 42 } }.inObjectScope(.container)
    container.register((any Animal.Type).self) { _ in Dog.self }.inObjectScope(.container)
    container.register((any Error).self) { _ in Failure() }.inObjectScope(.container)
    for _ in 1...2 {
      #expect(container.resolve((() -> Int).self)?() == 42)
      #expect(container.resolve((any Animal.Type).self) == Dog.self)
      #expect(container.resolve((any Error).self) as? Failure == Failure())
    }
  }
}

extension Fish: Equatable {}
