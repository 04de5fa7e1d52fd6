import Facet
import FacetTestSupport
import Testing

private protocol Pet: AnyObject {}
private protocol Walker: AnyObject {}
extension Dog: Pet, Walker {}

/// A copy makes a registration when somebody asks for it, and this cannot be seen.
@Suite(.timeLimit(.minutes(20))) struct CopyOnDemandTests {
  private let container = Container()

  private func register(_ name: String) -> ServiceEntry<Animal> {
    container.register(Animal.self) { _ in Dog(name) }.implements(Pet.self, Walker.self).inObjectScope(
      .container)
  }

  private func name(_ service: AnyObject?) -> String? { (service as? Dog)?.name }

  @Test func `changes of the original after the copy do not reach what the copy has not made`() {
    let log = Recorder<String>()
    let entry = register("old")
    container.register(String.self) { "plain" }
    let copies = [container.copy(), container.overriding { _ in }]
    entry.inObjectScope(.transient).initCompleted { _, _ in log.add("completed") }
      .onClose { _ in log.add("closed") }
    container.decorate(String.self) { _, inner in "decorated(\(inner))" }
    for copy in copies {
      let animal = copy.resolve(Animal.self)
      #expect(animal != nil && copy.resolve(Pet.self) === animal && copy.resolve(Walker.self) === animal)
      #expect(copy.resolve(String.self) == "plain")
    }
    #expect(log.all == [])
    // The next copy has the changes.
    for changed in [container, container.copy()] {
      #expect(changed.resolve(Animal.self) !== changed.resolve(Animal.self))
      #expect(changed.resolve(String.self) == "decorated(plain)")
    }
    #expect(log.all == Array(repeating: "completed", count: 4))
  }

  @Test func `removals and replacements in the original do not reach what the copy has not made`() {
    _ = register("old")
    container.register(Int.self) { 1 }
    let copy = container.copy()
    _ = register("new")
    container.unregister(Int.self)
    container.register(String.self) { "late" }
    let second = container.copy()
    container.removeAll()
    let copies = [copy, second, container.copy()]
    #expect(copies.map { name($0.optional(Pet.self)) } == ["old", "new", nil])
    #expect(copies.map { $0.optional(Int.self) } == [1, nil, nil])
    #expect(copies.map { $0.optional(String.self) } == [nil, "late", nil])
  }

  @Test func `what a copy removes before it was made is gone, and its other keys keep the instance`() {
    _ = register("old")
    container.register(Int.self) { 1 }
    let copy = container.copy()
    #expect(copy.unregister(Int.self))
    #expect(!copy.unregister(Int.self) && !copy.hasAnyRegistration(of: Int.self))
    let pet = copy.resolve(Pet.self)
    #expect(copy.unregister(Animal.self))
    #expect(!copy.hasAnyRegistration(of: Animal.self))
    #expect(pet != nil && copy.resolve(Pet.self) === pet && copy.resolve(Walker.self) === pet)

    let emptied = container.copy()
    emptied.removeAll()
    #expect(emptied.optional(Pet.self) == nil && emptied.description == Container().description)
    #expect(container.resolve(Int.self) == 1)
  }

  @Test func `forwards keep what a copy registers again before it was made`() {
    _ = register("old")
    let copy = container.copy()
    copy.register(Animal.self) { _ in Dog("new") }
    #expect(name(copy.resolve(Animal.self)) == "new")
    // They share it where no key of its own leads to it, too.
    let copies = [copy, copy.copy()]
    #expect(copies.map { name($0.resolve(Walker.self)) } == ["old", "old"])
    #expect(copies.allSatisfy { $0.resolve(Pet.self) === $0.resolve(Walker.self) })
    #expect(copies[0].resolve(Pet.self) !== copies[1].resolve(Pet.self))
  }

  @Test func `lists of a type are whole, and in order, whatever was made before`() {
    for number in 0..<20 { container.register(Int.self, name: "\(number)") { number } }
    container.register(String.self) { "other" }
    let copy = container.copy()
    #expect(copy.resolve(Int.self, name: "7") == 7)
    #expect(copy.resolveAll(Int.self) == Array(0..<20))
    #expect(copy.description == container.description)
  }

  @Test func `a forward of a child and its target in a parent are one service in the copies`() {
    let entry = register("old")
    let child = Container(parent: container)
    child.forward(Pet.self, name: "child", to: entry)
    child.register(Int.self) { 1 }
    let copy = child.copy(includingParents: true)
    let pet = copy.resolve(Pet.self, name: "child")
    #expect(pet != nil && copy.resolve(Walker.self) === pet)
    copy.parent?.removeAll()
    #expect(copy.resolve(Pet.self, name: "child") === pet)
    #expect(copy.resolve(Int.self) == 1)
    // Nothing but the forward leads to it here.
    container.removeAll()
    #expect(name(child.copy(includingParents: true).resolve(Pet.self, name: "child")) == "old")
  }

  @Test func `threads that ask a copy at once get one instance`() {
    _ = register("old")
    for _ in 0..<50 {
      let copy = container.copy()
      let meeting = Meeting(of: 4)
      let runs = (0..<4).map { thread in
        ThreadRun { () -> ObjectIdentifier? in
          meeting.attend()
          let service: AnyObject? =
            switch thread {
            case 0: copy.resolve(Animal.self)
            case 1: copy.resolve(Pet.self)
            case 2: copy.resolveAll(Walker.self).first
            default: copy.resolve(Walker.self)
            }
          return service.map { ObjectIdentifier($0) }
        }
      }
      let services = Set(runs.map(\.result))
      #expect(services.count == 1 && services.first != .some(nil))
    }
  }

  @Test func `a copy that has made nothing yet holds nothing of the original`() async {
    let copy: Container
    weak var parent: Container?
    weak var child: Container?
    weak var animal: AnyObject?
    do {
      let original = Container()
      let entry = original.register(Animal.self) { _ in Dog("old") }.inObjectScope(.container)
      let below = Container(parent: original)
      below.forward(Pet.self, to: entry)
      below.register(Walker.self) { _ in Dog("walker") }.inObjectScope(.container)
      (parent, child) = (original, below)
      copy = below.copy(includingParents: true)
      animal = below.resolve(Pet.self)
      #expect(animal != nil && below.resolve(Walker.self) != nil)
    }
    #expect(parent == nil && child == nil)
    #expect(await isReleased { animal })
    #expect(name(copy.resolve(Pet.self)) == "old")
    #expect(copy.resolve(Pet.self) === copy.resolve(Animal.self))
    #expect(name(copy.resolve(Walker.self)) == "walker")
  }

  @Test func `what a factory has captured goes with the last registration, made or not`() async {
    weak var captured: Dog?
    var copy: Container?
    do {
      let dog = Dog("captured")
      captured = dog
      container.register(Animal.self) { _ in dog }
      copy = container.copy()
    }
    container.unregister(Animal.self)
    #expect(captured != nil)
    #expect(copy?.resolve(Animal.self) === captured)
    copy = container.copy()
    #expect(await isReleased { captured })
    #expect((copy?.resolve(Animal?.self) ?? nil) == nil)
  }

  @Test func `a copy that is closed before anything was made refuses all of it`() throws {
    _ = register("old")
    let copy = container.copy()
    try copy.close()
    #expect(throws: ResolutionError.self) { try copy.require(Pet.self) }
    #expect(!copy.hasAnyRegistration(of: Animal.self))
    #expect(name(container.resolve(Pet.self)) == "old")
  }

  @Test func `an overriding copy that its closure closes has nothing, nor have its parents' copies`() throws {
    let entry = register("old")
    let child = Container(parent: container)
    child.forward(Pet.self, name: "child", to: entry)
    for closesParent in [false, true] {
      let overriding = try child.overriding { overriding in
        overriding.register(Int.self) { 1 }
        try (closesParent ? overriding.parent! : overriding).close()
      }
      #expect(overriding.isClosed && overriding.parent?.isClosed == true)
      #expect(overriding.description == Container().description)
      #expect(throws: ResolutionError.self) { try overriding.require(Pet.self) }
      #expect(name(overriding.parent?.resolve(Pet.self)) == nil)
      #expect(name(child.resolve(Pet.self)) == "old")
    }
  }
}
