import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private protocol Carnivore: AnyObject {}
private final class Dog: Animal, Carnivore {
  weak var owner: Owner?
}
private final class Owner {
  let dog: Dog
  init(_ dog: Dog) { self.dog = dog }
}

private struct Naming: Behavior {
  let names: Recorder<String>
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    names.add("\(type)")
  }
}

/// `copy()`: the same registrations, with instances of their own.
@Suite(.timeLimit(.minutes(20))) struct CopyTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .container, .weak, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]

  @Test(arguments: scopes) func `a copy has instances of its own`(scope: ObjectScope) throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
    let dog = try #require(container.resolve(Dog.self))
    let copy = container.copy()
    let other = try #require(copy.resolve(Dog.self))
    #expect(other !== dog)
    #expect(copy.resolve(Dog.self) === other)
    #expect(container.resolve(Dog.self) === dog)
  }

  @Test func `making a copy builds nothing`() {
    let count = Counter()
    container.register(Dog.self) { _ in
      count.next()
      return Dog()
    }.inObjectScope(.container)
    _ = container.copy(includingParents: true).copy()
    #expect(count.value == 0)
  }

  @Test func `a copy has every kind of key, its scope, its completions and its forwards`() {
    container.register(Animal.self, name: "pet") { (_, _: String) in Dog() }.inObjectScope(.container)
      .implements(Carnivore.self)
      .initCompleted { r, animal in (animal as? Dog)?.owner = r.resolve(Owner.self) }
    container.register(Owner.self) { _ in Owner(Dog()) }.inObjectScope(.container)
    let copy = container.copy()
    #expect(copy.description == container.description)
    let animal = copy.resolve(Animal.self, name: "pet", argument: "Hachi")
    #expect(copy.resolve(Carnivore.self, argument: "Hachi") === animal)
    #expect((animal as? Dog)?.owner === copy.resolve(Owner.self))
  }

  @Test func `registrations of one do not reach the other`() {
    container.register(Int.self) { 1 }
    let copy = container.copy()
    copy.register(Int.self) { 2 }
    container.register(String.self) { "late" }
    #expect(container.resolve(Int.self) == 1)
    #expect(copy.resolve(Int.self) == 2)
    #expect(!copy.hasAnyRegistration(of: String.self))
  }

  @Test func `a changed entry of the original does not change the copy`() {
    let entry = container.register(Dog.self) { _ in Dog() }
    let copy = container.copy()
    entry.inObjectScope(.container)
    #expect(copy.resolve(Dog.self) !== copy.resolve(Dog.self))
  }

  @Test func `a forward keeps the entry that was replaced, in a copy too`() {
    container.register(Animal.self) { _ in Dog() }.inObjectScope(.container).implements(Carnivore.self)
    container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let copy = container.copy()
    #expect(copy.resolve(Carnivore.self) === copy.resolve(Carnivore.self))
    #expect(copy.resolve(Carnivore.self) !== copy.resolve(Animal.self))
  }

  @Test func `a copy has the same parent, unless the parents are copied too`() throws {
    let entry = container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.forward(Carnivore.self, to: entry)
    let animal = try #require(container.resolve(Animal.self))

    let sibling = child.copy()
    #expect(sibling.parent === container)
    #expect(sibling.resolve(Carnivore.self) === animal)

    let other = child.copy(includingParents: true)
    #expect(other.parent !== container)
    #expect(other.resolve(Carnivore.self) !== animal)
    #expect(other.resolve(Carnivore.self) === other.parent?.resolve(Animal.self))
  }

  @Test func `a copy keeps its parent's copy alive, and nothing of the original`() throws {
    let copy: Container
    weak var original: Container?
    do {
      let parent = Container { $0.register(Dog.self) { _ in Dog() }.inObjectScope(.container) }
      let child = Container(parent: parent)
      _ = child.resolve(Dog.self)
      original = parent
      copy = child.copy(includingParents: true)
    }
    #expect(original == nil)
    #expect(copy.resolve(Dog.self) != nil)
  }

  @Test func `a copy has the default scope`() {
    let original = Container(defaultObjectScope: .container)
    let copy = original.copy()
    copy.register(Dog.self) { _ in Dog() }
    #expect(copy.resolve(Dog.self) === copy.resolve(Dog.self))
  }

  @Test func `a copy has the failure handlers`() {
    let failures = Recorder.failures(of: container)
    let child = Container(parent: container)
    let childFailures = Recorder.failures(of: child)
    let copy = child.copy(includingParents: true)
    _ = copy.resolve(Dog.self)
    _ = copy.parent?.resolve(Dog.self)
    #expect(childFailures.all.count == 1)
    #expect(failures.all.count == 1)
  }

  @Test func `behaviors are called for what is registered with the copy, not for what is copied`() {
    let names = Recorder<String>()
    let original = Container(behaviors: [Naming(names: names)])
    original.register(Int.self) { 1 }
    let copy = Container(parent: original).copy(includingParents: true)
    #expect(names.all == ["Int"])
    copy.parent?.register(String.self) { "late" }
    #expect(names.all == ["Int", "String"])
  }

  @Test func `a copy can be made by a factory`() {
    container.register(Int.self) { 3 }
    container.register(String.self) { r in "\(((r as? Container)?.copy().resolve(Int.self)) ?? 0)" }
    #expect(container.resolve(String.self) == "3")
  }

  @Test func `a copy of a closed container is closed`() async throws {
    let parent = Container()
    let child = Container(parent: parent)
    parent.register(Int.self) { 3 }
    try await parent.closeAsync()
    for copy in [
      parent.copy(), child.copy(includingParents: true),
      try #require(child.copy(includingParents: true).parent),
    ] {
      #expect(copy.isClosed)
      #expect(throws: ResolutionError.self) { try copy.require(Int.self) }
    }
  }

  @Test func `a copy of a layer keeps the order of its services`() {
    let container = Container()
    container.register(String.self) { _ in "1" }.implements(String.self, name: "b")
    container.register(String.self, name: "a") { _ in "2" }
    container.register(String.self) { _ in "3" }
    let layer = container.overriding { $0.register(String.self) { _ in "4" } }
    let all = layer.resolveAll(String.self)
    #expect(all == ["4", "2", "4"])
    #expect(layer.copy().resolveAll(String.self) == all)
    #expect(layer.overriding { _ in }.resolveAll(String.self) == all)
    #expect(layer.copy().overriding { _ in }.copy(includingParents: true).resolveAll(String.self) == all)
  }
}
