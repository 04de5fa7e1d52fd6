import Facet
import FacetTestSupport
import Testing

private protocol Animal { var name: String { get } }
private protocol Carnivore { var name: String { get } }
private protocol Domesticated { var name: String { get } }
private final class Dog: Animal, Carnivore, Domesticated {
  let name: String
  init(name: String = "") { self.name = name }
}

/// The samples of type forwarding, and what a forwarded key shares with its record.
@Suite(.timeLimit(.minutes(20))) struct ForwardTests {
  @Test func `without forwarding, each protocol is registered by a factory that resolves the class`() throws {
    let container = Container()
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    container.register(Animal.self) { $0.resolve(Dog.self)! }
    container.register(Carnivore.self) { $0.resolve(Dog.self)! }
    container.register(Domesticated.self) { $0.resolve(Dog.self)! }
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Animal.self) as? Dog === dog)
    #expect(container.resolve(Carnivore.self) as? Dog === dog)
    #expect(container.resolve(Domesticated.self) as? Dog === dog)
  }

  @Test func `without forwarding, each factory passes the argument on`() {
    let container = Container()
    container.register(Dog.self) { _, name in Dog(name: name) }
    container.register(Animal.self) { (r, name: String) in r.resolve(Dog.self, argument: name)! }
    container.register(Carnivore.self) { (r, name: String) in r.resolve(Dog.self, argument: name)! }
    container.register(Domesticated.self) { (r, name: String) in r.resolve(Dog.self, argument: name)! }
    #expect(container.resolve(Animal.self, argument: "Hachi")?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, argument: "Mimi")?.name == "Mimi")
    #expect(container.resolve(Domesticated.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `forward points a type at an entry with its argument`() {
    let container = Container()
    let service = container.register(Animal.self) { _, name in Dog(name: name) }
    container.forward(Carnivore.self, to: service)
    container.forward(Domesticated.self, to: service)
    #expect(container.resolve(Animal.self, argument: "Hachi") is Dog)
    #expect(container.resolve(Carnivore.self, argument: "Hachi")?.name == "Hachi")
    #expect(container.resolve(Domesticated.self, argument: "Mimi")?.name == "Mimi")
  }

  @Test func `implements points several types at its entry`() {
    let container = Container()
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Carnivore.self, Domesticated.self)
    #expect(container.resolve(Animal.self, argument: "Hachi")?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, argument: "Mimi")?.name == "Mimi")
    #expect(container.resolve(Domesticated.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `a forward does not register the class that the factory returns`() {
    let container = Container()
    container.register(Animal.self) { _ in Dog() }.implements(Carnivore.self)
    #expect(!container.hasAnyRegistration(of: Dog.self))
    #expect(container.hasAnyRegistration(of: Carnivore.self))
  }

  @Test func `a forward has a name of its own`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    let entry = container.register(Animal.self, name: "pet") { _ in Dog(name: "Hachi") }
    container.forward(Carnivore.self, name: "guard", to: entry)
    #expect(container.resolve(Carnivore.self, name: "guard")?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, name: "pet") == nil)
    #expect(container.resolve(Carnivore.self) == nil)
    #expect(failures.all.count == 2)
  }

  @Test func `a forward without a name reaches a named entry`() {
    let container = Container()
    container.register(Animal.self, name: "pet") { _ in Dog(name: "Hachi") }.implements(Carnivore.self)
    #expect(container.resolve(Carnivore.self)?.name == "Hachi")
  }

  @Test func `implements takes a name for one type`() {
    let container = Container()
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Carnivore.self, name: "guard")
      .implements(Carnivore.self, name: "hunter")
      .implements(Domesticated.self, name: nil)
    #expect(container.resolve(Carnivore.self, name: "guard", argument: "Hachi")?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, name: "hunter", argument: "Rex")?.name == "Rex")
    #expect(container.resolve(Domesticated.self, argument: "Mimi")?.name == "Mimi")
  }

  @Test func `a type can be forwarded to itself under another name`() throws {
    let container = Container()
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container).implements(Dog.self, name: "alias")
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Dog.self, name: "alias") === dog)
  }

  @Test func `a forward takes all arguments of its entry`() {
    let container = Container()
    container.register(Animal.self) { (_, first: String, count: Int, last: Substring?) in
      Dog(name: "\(first)\(count)\(last ?? "-")")
    }.implements(Carnivore.self)
    let last: Substring? = nil
    #expect(container.resolve(Carnivore.self, arguments: "a", 2, last)?.name == "a2-")
  }

  @Test func `a forward is not found with other arguments than its entry has`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    container.register(Animal.self) { _, name in Dog(name: name) }.implements(Carnivore.self)
    #expect(container.resolve(Carnivore.self) == nil)
    #expect(container.resolve(Carnivore.self, argument: 3) == nil)
    #expect(failures.all.count == 2)
  }

  @Test func `forward and implements give the entry back for chaining`() throws {
    let container = Container()
    let completed = Recorder<String>()
    let entry = container.register(Animal.self) { _ in Dog(name: "Hachi") }
    let forwarded = container.forward(Carnivore.self, to: entry)
    forwarded.implements(Domesticated.self).inObjectScope(.container)
      .initCompleted { completed.add($1.name) }
    let dog = try #require(container.resolve(Animal.self) as? Dog)
    #expect(container.resolve(Carnivore.self) as? Dog === dog)
    #expect(container.resolve(Domesticated.self) as? Dog === dog)
    #expect(completed.all == ["Hachi"])
  }

  @Test func `a forward works through a resolver`() {
    let container = Container()
    container.register(Animal.self) { _, name in Dog(name: name) }.implements(Carnivore.self)
    let resolver: any Resolver = container
    #expect(resolver.resolve(Carnivore.self, argument: "Hachi")?.name == "Hachi")
  }

  @Test func `implements without types changes nothing`() {
    let container = Container()
    container.register(Dog.self) { _ in Dog() }.implements()
    #expect(
      container.description == """
        [
            { Service: Dog, Factory: Resolver -> Dog, ObjectScope: graph }
        ]
        """)
  }

  @Test func `registering a forwarded type replaces the forward`() {
    let container = Container()
    container.register(Animal.self) { _ in Dog(name: "forwarded") }.implements(Carnivore.self)
    container.register(Carnivore.self) { _ in Dog(name: "own") }
    #expect(container.resolve(Carnivore.self)?.name == "own")
    #expect(container.resolve(Animal.self)?.name == "forwarded")
  }

  @Test func `forwarding a registered type replaces the registration`() {
    let container = Container()
    container.register(Carnivore.self) { _ in Dog(name: "own") }.inObjectScope(.container)
    #expect(container.resolve(Carnivore.self)?.name == "own")
    container.register(Animal.self) { _ in Dog(name: "forwarded") }.implements(Carnivore.self)
    #expect(container.resolve(Carnivore.self)?.name == "forwarded")
  }

  @Test func `a forward keeps the entry that it was made for`() {
    let container = Container()
    container.register(Animal.self) { _ in Dog(name: "first") }.implements(Carnivore.self)
    container.register(Animal.self) { _ in Dog(name: "second") }
    #expect(container.resolve(Carnivore.self)?.name == "first")
    #expect(container.resolve(Animal.self)?.name == "second")
  }

  @Test func `a forward keeps a container-scoped instance of a replaced entry`() throws {
    let container = Container()
    container.register(Animal.self) { _ in Dog(name: "first") }.inObjectScope(.container)
      .implements(Carnivore.self)
    let first = try #require(container.resolve(Animal.self) as? Dog)
    container.register(Animal.self) { _ in Dog(name: "second") }
    #expect(container.resolve(Carnivore.self) as? Dog === first)
  }
}
