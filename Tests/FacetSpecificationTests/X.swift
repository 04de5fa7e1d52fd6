import Testing
import Facet
protocol Animal { var name: String { get } }
protocol Carnivore {}
final class Dog: Animal, Carnivore { let name: String; init(name: String = "") { self.name = name } }
@Test func first() throws {
  let c = Container()
  c.register(Animal.self) { _, name in Dog(name: name) }.implements(Carnivore.self)
  c.register { Dog(name: "z") }
  #expect(c.resolve(Animal.self, argument: "x")?.name == "x")
  #expect((c.resolve(Carnivore.self, argument: "x") as? Dog)?.name == "x")
  let d: Dog = c.resolve()
  #expect(d.name == "z")
  #expect(c.resolve(Dog.self, name: "x") == nil)
  #expect(c.resolve(Lazy<Dog>.self)!.instance.name == "z")
  c.register(String.self) { r, a, b in a + b + "" }
  #expect(c.resolve(String.self, arguments: "a", "b") == "ab")
}
