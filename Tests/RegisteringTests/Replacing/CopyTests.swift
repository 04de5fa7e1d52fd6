import Facet
import FacetTestSupport
import Testing

private protocol Pet: AnyObject {}
extension Dog: Pet {}

/// `copy()`: the same registrations, with instances of their own.
@Suite(.timeLimit(.minutes(20))) struct CopyTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [.container, .weak, .session]

  @Test(arguments: scopes) func `a copy has instances of its own`(scope: ObjectScope) throws {
    let builds = Counter()
    container.register(Dog.self) { _ in Dog("\(builds.next())") }.inObjectScope(scope)
    let dog = try #require(container.resolve(Dog.self))
    let copy = container.copy()
    let other = try #require(copy.resolve(Dog.self))
    #expect([dog, other].map(\.name) == ["1", "2"])
    #expect(copy.resolve(Dog.self) === other)
    #expect(container.resolve(Dog.self) === dog)
  }

  @Test func `a copy has every kind of key, its scope, its completions and its forwards`() {
    let completed = Recorder<String>()
    container.register(Animal.self, name: "pet") { (_, name: String) in Dog(name) }
      .inObjectScope(.container).implements(Pet.self)
      .initCompleted { r, animal in completed.add(animal.name + r.resolve()) }
    let copy = container.copy()
    #expect(copy.description == container.description)
    copy.register { "!" }
    let animal = copy.resolve(Animal.self, name: "pet", argument: "Hachi")
    #expect(copy.resolve(Pet.self, argument: "Hachi") === animal)
    #expect(completed.all == ["Hachi!"])
  }

  @Test func `a copy has the same parent, unless the parents are copied too`() throws {
    let entry = container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.forward(Pet.self, to: entry)
    let animal = try #require(container.resolve(Animal.self))

    let sibling = child.copy()
    #expect(sibling.parent === container)
    #expect(sibling.resolve(Pet.self) === animal)

    let other = child.copy(includingParents: true)
    #expect(other.parent !== container)
    #expect(other.resolve(Pet.self) !== animal)
    #expect(other.resolve(Pet.self) === other.parent?.resolve(Animal.self))
  }

  @Test func `a copy has the behaviors, which are told of what is registered with it, and failure handlers`()
  {
    let behavior = Noting()
    let original = Container(behaviors: [behavior])
    let child = Container(parent: original)
    let failures = [Recorder.failures(of: original), Recorder.failures(of: child)]
    original.register(Int.self) { 1 }
    let copy = child.copy(includingParents: true)
    #expect(behavior.notes.all.count == 1)
    copy.parent?.register(String.self) { "late" }
    #expect(behavior.notes.all.count == 2)
    _ = (copy.resolve(Dog.self), copy.parent?.resolve(Dog.self))
    #expect(failures.map(\.all.count) == [1, 1])
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

  @Test func `a copy of an overriding copy keeps the order of its services`() {
    container.register(String.self) { _ in "1" }.implements(String.self, name: "b")
    container.register(String.self, name: "a") { _ in "2" }
    container.register(String.self) { _ in "3" }
    let overriding = container.overriding { $0.register(String.self) { _ in "4" } }
    let copies = [
      overriding, overriding.copy(), overriding.overriding { _ in },
      overriding.copy().overriding { _ in }.copy(includingParents: true),
    ]
    #expect(copies.map { $0.resolveAll(String.self) } == Array(repeating: ["4", "2", "4"], count: 4))
  }
}
