import Facet
import FacetTestSupport
import Testing

/// Replacing and removing registrations, and asking for them.
@Suite(.timeLimit(.minutes(20))) struct ReplaceTests {
  private let container = Container { $0.failureHandler = { _ in } }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `registering a key again replaces the factory and the cached instance`(scope: ObjectScope) {
    container.register(Dog.self) { _ in Dog("first") }.inObjectScope(scope)
    let first = container.resolve(Dog.self)
    container.register(Dog.self) { _ in Dog("second") }.inObjectScope(scope)
    #expect(container.resolve(Dog.self)?.name == "second")
    #expect(first?.name == "first")
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

  @Test func `other names and arguments are not replaced`() {
    container.register(Dog.self, name: "a") { _ in Dog("a") }
    container.register(Dog.self) { (_, name: String) in Dog(name) }
    container.register(Dog.self) { _ in Dog("plain") }
    #expect(container.resolve(Dog.self, name: "a")?.name == "a")
    #expect(container.resolve(Dog.self, argument: "b")?.name == "b")
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

  @Test func `a key that is replaced while it is built gives what was begun`() {
    let container = container
    container.register(Dog.self) { [unowned container] _ in
      container.register(Dog.self) { _ in Dog("new") }.inObjectScope(.container)
      return Dog("old")
    }.inObjectScope(.container)
    #expect(container.resolve(Dog.self)?.name == "old")
    #expect(container.resolve(Dog.self)?.name == "new")
  }

  @Test func `unregister removes the key with its name and argument types, and says whether there was one`() {
    container.register(Dog.self) { _ in Dog("plain") }
    container.register(Dog.self, name: "named") { _ in Dog("named") }
    container.register(Dog.self) { (_, name: String) in Dog(name) }
    container.register(Dog.self) { (_, name: String, number: Int) in Dog("\(name)\(number)") }
    #expect(container.unregister(Dog.self))
    #expect(!container.unregister(Dog.self))
    #expect(container.unregister(Dog.self, arguments: String.self, Int.self))
    #expect(container.resolve(Dog.self) == nil)
    #expect(container.resolve(Dog.self, name: "named")?.name == "named")
    #expect(container.resolve(Dog.self, argument: "a")?.name == "a")
    #expect(container.resolve(Dog.self, arguments: "a", 1) == nil)
  }

  @Test func `unregister keeps what was forwarded to the entry`() {
    container.register(Dog.self) { _ in Dog("forwarded") }.implements(Animal.self).inObjectScope(.container)
    let animal = container.resolve(Animal.self)
    container.unregister(Dog.self)
    #expect(container.resolve(Animal.self) === animal)
    #expect(container.resolve(Dog.self) == nil)
  }

  @Test func `unregister removes a forward alone`() {
    container.register(Dog.self) { _ in Dog("x") }.implements(Animal.self)
    #expect(container.unregister(Animal.self))
    #expect(container.resolve(Animal.self) == nil)
    #expect(container.resolve(Dog.self) != nil)
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

  @Test func `unregister does not reach the parent`() {
    container.register(Dog.self) { _ in Dog("parent") }
    let child = Container(parent: container)
    #expect(!child.unregister(Dog.self))
    child.register(Dog.self) { _ in Dog("child") }
    #expect(child.unregister(Dog.self))
    #expect(child.resolve(Dog.self)?.name == "parent")
  }

  @Test func `removeAll removes all keys, and leaves the parent alone`() {
    container.register(Dog.self) { _ in Dog("parent") }
    let child = Container(parent: container)
    child.register(Dog.self) { _ in Dog("child") }.implements(Animal.self)
    child.register(Dog.self, name: "a") { _ in Dog("a") }
    child.removeAll()
    #expect(child.description == "[\n]")
    #expect(child.resolve(Dog.self)?.name == "parent")
    #expect(child.resolve(Animal.self) == nil)
    child.register(Dog.self) { _ in Dog("again") }
    #expect(child.resolve(Dog.self)?.name == "again")
  }

  @Test func `hasAnyRegistration looks at type and name, with any arguments, here and up`() {
    container.register(Dog.self) { (_, name: String) in Dog(name) }.implements(Animal.self)
    container.register(Int.self, name: "a") { _ in 1 }
    let child = Container(parent: container)
    child.register(String.self) { _ in "child" }
    #expect(container.hasAnyRegistration(of: Dog.self))
    #expect(container.hasAnyRegistration(of: Animal.self))
    #expect(!container.hasAnyRegistration(of: Dog.self, name: "a"))
    #expect(!container.hasAnyRegistration(of: Int.self))
    #expect(container.hasAnyRegistration(of: Int.self, name: "a"))
    #expect(child.hasAnyRegistration(of: Dog.self))
    #expect(child.hasAnyRegistration(of: String.self))
    #expect(!container.hasAnyRegistration(of: String.self))
    #expect(!container.hasAnyRegistration(of: Lazy<Dog>.self))
    #expect(!container.hasAnyRegistration(of: Dog?.self))
  }
}
