import Facet
import Testing

private protocol Animal {
  var name: String { get }
}
private class Cat: Animal {
  let name: String
  init(name: String) { self.name = name }
}
private class Toy {}
private class Owner {
  let pet: Animal
  let toy: Toy
  init(pet: Animal, toy: Toy) {
    self.pet = pet
    self.toy = toy
  }
}
private class Guest {
  let name: String
  let toy: Toy
  init(name: String, toy: Toy) {
    self.name = name
    self.toy = toy
  }
}
private enum Names: String {
  case mimi
}

/// An extension package over public `register` and `resolve` compiles and works.
@Suite(.timeLimit(.minutes(20))) struct ExtensionPackageTests {
  let container = Container()

  init() {
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "mimi") { _ in Cat(name: "named") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    container.register(Toy.self) { _ in Toy() }
  }

  @Test func `operators resolve`() {
    container.register(Owner.self) { r in Owner(pet: r~, toy: r~) }
    #expect((container ~> Owner.self).pet.name == "Mimi")
    #expect((container ~> (Animal.self, name: "mimi")).name == "named")
    #expect((container ~> (Animal.self, argument: "Rex")).name == "Rex")
  }

  @Test func `an own extension of the resolver resolves`() {
    #expect(container.resolve(Animal.self, default: Cat(name: "fallback")).name == "Mimi")
    #expect(container.resolve(Animal.self, name: Names.mimi)?.name == "named")
    container.register(Animal.self, name: "pair") { (_, a: String, b: Int) in Cat(name: "\(a)\(b)") }
    #expect(container.resolveNamed(Animal.self, "pair", "Rex", 2)?.name == "Rex2")
  }

  @Test func `initialisers are wired`() {
    container.wire(Owner.self, initializer: Owner.init).inObjectScope(.container)
    container.wire(Guest.self, argument: String.self, initializer: Guest.init)
    container.wire(Array<Animal>.self, name: "one") { (animal: Animal) in [animal] }
    #expect(container.resolve(Owner.self) === container.resolve(Owner.self))
    #expect(container.resolve(Guest.self, argument: "Ueno")?.name == "Ueno")
    #expect(container.resolve([Animal].self, name: "one")?.count == 1)
  }

  @Test func `an object that exists is registered`() {
    let toy = Toy()
    container.registerInstance(toy, name: "mine")
    #expect(container.resolve(Toy.self, name: "mine") === toy)
  }
}
