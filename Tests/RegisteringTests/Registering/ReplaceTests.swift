import Facet
import FacetTestSupport
import Testing

/// Replacing and removing registrations, and asking for them.
@Suite(.timeLimit(.minutes(20))) struct ReplaceTests {
  private let container = Container { $0.failureHandler = { _ in } }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `registering a key again replaces the factory and the cached instance, and no other key's`(
    scope: ObjectScope
  ) {
    container.register(Dog.self, name: "a") { _ in Dog("a") }
    container.register(Dog.self) { (_, name: String) in Dog(name) }
    container.register(Dog.self) { [unowned container] _ in
      // While it is built: who asked gets what was begun.
      container.register(Dog.self) { _ in Dog("second") }.inObjectScope(scope)
      return Dog("first")
    }.inObjectScope(scope)
    let dogs = [
      container.resolve(Dog.self), container.resolve(Dog.self), container.resolve(Dog.self, name: "a"),
      container.resolve(Dog.self, argument: "b"),
    ]
    container.register(Dog.self) { _ in Dog("third") }.inObjectScope(scope)
    let names = (dogs + [container.resolve(Dog.self)]).map { $0?.name }
    #expect(names == ["first", "second", "a", "b", "third"])
  }

  @Test func `registering a key again forgets scope and completions`() {
    let completed = Counter()
    container.register(Dog.self) { _ in Dog("first") }.inObjectScope(.container)
      .initCompleted { _, _ in completed.next() }
    let entry = container.register(Dog.self) { _ in Dog("second") }
    #expect(container.resolve(Dog.self) !== container.resolve(Dog.self))
    #expect(entry.objectScope === ObjectScope.graph)
    #expect(completed.value == 0)
  }

  @Test func `types forwarded to the old record keep it, with instance and completions`() {
    let completed = Recorder<String>()
    let old = container.register(Dog.self) { _ in Dog("old") }.implements(Animal.self)
      .initCompleted { completed.add($1.name) }
    container.register(Dog.self) { _ in Dog("new") }
    old.inObjectScope(.container)
    let animal = container.resolve(Animal.self)
    #expect(animal?.name == "old")
    #expect(container.resolve(Animal.self) === animal)
    #expect(container.resolve(Dog.self)?.name == "new")
    #expect(completed.all == ["old"])
  }

  @Test func `unregister removes the key with its name and argument types, and says whether there was one`() {
    container.register(Dog.self) { _ in Dog("plain") }
    container.register(Dog.self, name: "named") { _ in Dog("named") }
    container.register(Dog.self) { (_, name: String) in Dog(name) }
    container.register(Dog.self) { (_, name: String, number: Int) in Dog("\(name)\(number)") }
    #expect(container.unregister(Dog.self))
    #expect(!container.unregister(Dog.self))
    #expect(container.unregister(Dog.self, arguments: String.self, Int.self))
    let dogs = [
      container.resolve(Dog.self), container.resolve(Dog.self, name: "named"),
      container.resolve(Dog.self, argument: "a"), container.resolve(Dog.self, arguments: "a", 1),
    ]
    #expect(dogs.map { $0?.name } == [nil, "named", "a", nil])
  }

  @Test func `unregister keeps what was forwarded to the entry, and removes a forward alone`() {
    container.register(Dog.self) { _ in Dog("forwarded") }.implements(Animal.self, AnyObject.self)
      .inObjectScope(.container)
    let animal = container.resolve(Animal.self)
    #expect(container.unregister(AnyObject.self))
    #expect(container.resolve(AnyObject.self) == nil && container.resolve(Dog.self) != nil)
    container.unregister(Dog.self)
    #expect(container.resolve(Animal.self) === animal && container.resolve(Dog.self) == nil)
  }

  @Test func `a held entry of a custom scope that is forwarded after its removal shares anew`() async {
    let scope = ObjectScope.session
    let entry = container.register { Dog() }.inObjectScope(scope)
    weak let first = container.resolve(Dog.self)
    container.unregister(Dog.self)
    #expect(await isReleased { first })
    container.forward(Animal.self, to: entry)
    let second = container.resolve(Animal.self)
    #expect(second != nil)
    #expect(container.resolve(Animal.self) === second)
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `what is removed while it is built still serves that resolve, under each key`(scope: ObjectScope) {
    let ways: [(Container) -> AnyObject?] = [
      { $0.resolve(Dog.self) }, { $0.resolve(Animal.self) }, { $0.resolve(AnyObject.self) },
    ]
    for resolve in ways {
      let container = Container { $0.failureHandler = { _ in } }
      container.register(Dog.self) { [unowned container] _ in
        container.removeAll()
        return Dog()
      }.inObjectScope(scope).implements(Animal.self).implements(AnyObject.self) { $0 }
      #expect(resolve(container) is Dog)
      #expect(resolve(container) == nil)
    }
  }

  @Test func `unregister and removeAll leave the parent alone, and the latter removes all keys`() {
    container.register(Dog.self) { _ in Dog("parent") }
    let child = Container(parent: container)
    #expect(!child.unregister(Dog.self))
    child.register(Dog.self) { _ in Dog("child") }
    #expect(child.unregister(Dog.self))
    #expect(child.resolve(Dog.self)?.name == "parent")
    child.register(Dog.self) { _ in Dog("child") }.implements(Animal.self)
    child.register(Dog.self, name: "a") { _ in Dog("a") }
    child.removeAll()
    #expect(child.description == "[\n]")
    #expect(child.resolve(Dog.self)?.name == "parent" && child.resolve(Animal.self) == nil)
    child.register(Dog.self) { _ in Dog("again") }
    #expect(child.resolve(Dog.self)?.name == "again")
  }

  @Test func `hasAnyRegistration looks at type and name, with any arguments, here and up`() {
    container.register(Dog.self) { (_, name: String) in Dog(name) }.implements(Animal.self)
    container.register(Int.self, name: "a") { _ in 1 }
    let child = Container(parent: container)
    child.register(String.self) { _ in "child" }
    let found = [
      container.hasAnyRegistration(of: Dog.self), container.hasAnyRegistration(of: Animal.self),
      container.hasAnyRegistration(of: Int.self, name: "a"), child.hasAnyRegistration(of: Dog.self),
      child.hasAnyRegistration(of: String.self),
    ]
    #expect(found == [true, true, true, true, true])
    let missing = [
      container.hasAnyRegistration(of: Dog.self, name: "a"), container.hasAnyRegistration(of: Int.self),
      container.hasAnyRegistration(of: String.self), container.hasAnyRegistration(of: Lazy<Dog>.self),
      container.hasAnyRegistration(of: Dog?.self),
    ]
    #expect(missing == [false, false, false, false, false])
  }
}
