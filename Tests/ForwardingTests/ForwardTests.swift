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
    let names = [
      resolver.resolve(Animal.self, arguments: "a", 2, last)?.name,
      resolver.resolve(Carnivore.self, arguments: "b", 2, last)?.name,
      resolver.resolve(Domesticated.self, arguments: "c", 2, last)?.name,
    ]
    #expect(names == ["a2-", "b2-", "c2-"])
    #expect(resolver.resolve(AnyObject.self, arguments: "d", 2, last) is Dog)
  }

  @Test func `a forward has a name of its own, or none`() {
    let failures = Recorder.failures(of: container)
    let entry = container.register(Animal.self, name: "pet") { _ in Dog() }
    container.forward(Carnivore.self, name: "guard", to: entry)
    entry.implements(Carnivore.self, name: "hunter").implements(Domesticated.self, name: nil)
    let names = ["guard", "hunter", "pet", nil].map { container.resolve(Carnivore.self, name: $0)?.name }
    #expect(names == ["Hachi", "Hachi", nil, nil] && failures.all.count == 2)
    #expect(container.resolve(Domesticated.self)?.name == "Hachi")
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
      .implements(Animal.self, name: "alias").initCompleted { completed.add($1.name) }
    let dog = try container.require(Animal.self)
    let found: [AnyObject?] = [
      container.resolve(Carnivore.self), container.resolve(Domesticated.self),
      container.resolve(Animal.self, name: "alias"),
    ]
    #expect(found.allSatisfy { $0 === dog } && completed.all == ["Hachi"])
    // The class that the factory returns is no key.
    #expect(!container.hasAnyRegistration(of: Dog.self))
  }

  @Test func `a registration replaces a forward, and a forward a registration`() {
    func registerOwn() { container.register(Carnivore.self) { _ in Dog("own") }.inObjectScope(.container) }
    registerOwn()
    var names = [container.resolve(Carnivore.self)?.name]
    container.register(Animal.self) { _ in Dog("forwarded") }.implements(Carnivore.self)
    names.append(container.resolve(Carnivore.self)?.name)
    registerOwn()
    names += [container.resolve(Carnivore.self)?.name, container.resolve(Animal.self)?.name]
    #expect(names == ["own", "forwarded", "own", "forwarded"])
  }
}
