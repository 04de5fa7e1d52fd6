import Facet
import FacetTestSupport
import Testing

private struct Collar: Sendable { let owner: Dog }
private struct Label: Equatable { let text: String }

/// The form of a forward that the compiler checks.
@Suite(.timeLimit(.minutes(20))) struct ForwardClosureTests {
  private let container = Container()

  @Test func `implements with a closure forwards without a cast, and chains with the other form`() throws {
    let completed = Counter()
    container.register(Dog.self) { _, name in Dog(name) }.implements(Carnivore.self) { $0 }
      .implements(Animal.self)
      .implements(Carnivore.self, name: "guard") { $0 }
      .inObjectScope(.container).initCompleted { _, _ in completed.next() }
    let dog = try container.require(Dog.self, argument: "Rex")
    let found: [AnyObject?] = [
      container.resolve(Carnivore.self, argument: ""), container.resolve(Animal.self, argument: ""),
      container.resolve(Carnivore.self, name: "guard", argument: ""),
    ]
    #expect(found.allSatisfy { $0 === dog } && dog.name == "Rex" && completed.value == 1)
  }

  @Test func `what it shows is not kept, if the forward is removed meanwhile`() async throws {
    final class Tag: Sendable {}
    let container = container
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
      .implements(Tag.self) { _ in
        container.unregister(Tag.self)
        return Tag()
      }
    weak var tag: Tag?
    do { tag = try container.require(Tag.self) }
    #expect(await isReleased { tag })
  }

  @Test func `the closure form may give a part of the service, a value, or an object of a value`() {
    container.register(Collar.self) { _ in Collar(owner: Dog()) }.inObjectScope(.container)
      .implements(Dog.self) { $0.owner }
      .implements(Label.self) { Label(text: $0.owner.name) }
    #expect(container.resolve(Dog.self) === container.resolve(Collar.self)?.owner)
    #expect(container.resolve(Label.self) == Label(text: "Hachi"))
    container.register(Label.self) { _ in Label(text: "Rex") }.implements(Carnivore.self) { Dog($0.text) }
    #expect(container.resolve(Carnivore.self)?.name == "Rex")
  }
}
