import Facet
import Testing

private protocol Animal {
  var name: String { get }
}
private class Cat: Animal {
  let name: String
  init(name: String) { self.name = name }
}
private class Owner {
  let name: String
  let pet: Animal
  init(pet: Animal) { (self.name, self.pet) = ("", pet) }
  init(name: String, pet: Animal) { (self.name, self.pet) = (name, pet) }
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
  }

  @Test func `operators resolve`() {
    container.register(Owner.self) { r in Owner(pet: r~) }
    #expect((container ~> Owner.self).pet.name == "Mimi")
    #expect((container ~> (Animal.self, name: "mimi")).name == "named")
    #expect((container ~> (Animal.self, argument: "Rex")).name == "Rex")
  }

  @Test func `an own extension of the resolver resolves`() {
    #expect(container.resolve(Animal.self, default: Cat(name: "fallback")).name == "Mimi")
    #expect(container.resolve(Animal.self, name: Names.mimi)?.name == "named")
  }

  @Test func `initialisers are wired`() {
    container.wire(Owner.self, argument: String.self, initializer: Owner.init(name:pet:))
    #expect(container.resolve(Owner.self, argument: "Ueno")?.name == "Ueno")
  }
}
