import Facet
import FacetTestSupport
import Testing

/// The samples of type forwarding, and what a forwarded key shares with its record.
@Suite(.timeLimit(.minutes(20))) struct ForwardTests {
  private let container = Container()

  @Test func `without forwarding, each protocol is registered by a factory that resolves the class`() throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    container.register(Animal.self) { $0.resolve(Dog.self)! }
    container.register(Carnivore.self) { $0.resolve(Dog.self)! }
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Animal.self) === dog)
    #expect(container.resolve(Carnivore.self) === dog)
    container.register(Dog.self) { _, name in Dog(name) }
    container.register(Domesticated.self) { (r, name: String) in r.resolve(Dog.self, argument: name)! }
    #expect(container.resolve(Domesticated.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `forward and implements point types at an entry with all its arguments`() {
    let entry = container.register(Animal.self) { (_, name: String, count: Int, last: Substring?) in
      Dog("\(name)\(count)\(last ?? "-")")
    }
    container.forward(Carnivore.self, to: entry)
    entry.implements(Domesticated.self, AnyObject.self)
    let resolver: any Resolver = container
    let last: Substring? = nil
    #expect(resolver.resolve(Animal.self, arguments: "a", 2, last)?.name == "a2-")
    #expect(resolver.resolve(Carnivore.self, arguments: "b", 2, last)?.name == "b2-")
    #expect(resolver.resolve(Domesticated.self, arguments: "c", 2, last)?.name == "c2-")
    #expect(resolver.resolve(AnyObject.self, arguments: "d", 2, last) is Dog)
  }

  @Test func `a forward does not register the class that the factory returns`() {
    container.register(Animal.self) { _ in Dog() }.implements(Carnivore.self)
    #expect(!container.hasAnyRegistration(of: Dog.self))
    #expect(container.hasAnyRegistration(of: Carnivore.self))
  }

  @Test func `a forward has a name of its own, or none`() {
    let failures = Recorder.failures(of: container)
    let entry = container.register(Animal.self, name: "pet") { _ in Dog() }
    container.forward(Carnivore.self, name: "guard", to: entry)
    entry.implements(Carnivore.self, name: "hunter").implements(Domesticated.self, name: nil)
    #expect(container.resolve(Carnivore.self, name: "guard")?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, name: "hunter")?.name == "Hachi")
    #expect(container.resolve(Domesticated.self)?.name == "Hachi")
    #expect(container.resolve(Carnivore.self, name: "pet") == nil)
    #expect(container.resolve(Carnivore.self) == nil)
    #expect(failures.all.count == 2)
  }

  @Test func `a type can be forwarded to itself under another name`() throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container).implements(Dog.self, name: "alias")
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Dog.self, name: "alias") === dog)
  }

  @Test func `a forward is not found with other arguments than its entry has`() {
    let failures = Recorder.failures(of: container)
    container.register(Animal.self) { _, name in Dog(name) }.implements(Carnivore.self)
    #expect(container.resolve(Carnivore.self) == nil)
    #expect(container.resolve(Carnivore.self, argument: 3) == nil)
    #expect(failures.all.count == 2)
  }

  @Test func `forward and implements give the entry back for chaining`() throws {
    let completed = Recorder<String>()
    let entry = container.register(Animal.self) { _ in Dog() }
    container.forward(Carnivore.self, to: entry).implements(Domesticated.self).inObjectScope(.container)
      .initCompleted { completed.add($1.name) }
    let dog = try #require(container.resolve(Animal.self))
    #expect(container.resolve(Carnivore.self) === dog)
    #expect(container.resolve(Domesticated.self) === dog)
    #expect(completed.all == ["Hachi"])
  }

  @Test func `a registration replaces a forward, and a forward a registration`() {
    container.register(Carnivore.self) { _ in Dog("own") }.inObjectScope(.container)
    #expect(container.resolve(Carnivore.self)?.name == "own")
    container.register(Animal.self) { _ in Dog("forwarded") }.implements(Carnivore.self)
    #expect(container.resolve(Carnivore.self)?.name == "forwarded")
    container.register(Carnivore.self) { _ in Dog("own") }
    #expect(container.resolve(Carnivore.self)?.name == "own")
    #expect(container.resolve(Animal.self)?.name == "forwarded")
  }
}
