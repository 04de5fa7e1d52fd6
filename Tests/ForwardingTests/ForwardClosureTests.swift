import Facet
import FacetTestSupport
import Testing

private final class Collar: Sendable {
  let owner: Dog
  init(owner: Dog) { self.owner = owner }
}
private struct Label: Equatable { let text: String }

/// The form of a forward that the compiler checks.
@Suite(.timeLimit(.minutes(20))) struct ForwardClosureTests {
  private let container = Container()

  @Test func `implements with a closure forwards without a cast, and chains with the other form`() throws {
    container.register(Dog.self) { _ in Dog() }.implements(Carnivore.self) { $0 }
      .implements(Animal.self)
      .implements(Carnivore.self, name: "guard") { $0 }
      .inObjectScope(.container)
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Carnivore.self) === dog)
    #expect(container.resolve(Carnivore.self, name: "guard") === dog)
    #expect(container.resolve(Animal.self) === dog)
  }

  @Test func `the closure form takes arguments and a name`() {
    container.register(Dog.self) { _, name in Dog(name) }.implements(Carnivore.self, name: "guard") { $0 }
    #expect(container.resolve(Carnivore.self, name: "guard", argument: "Rex")?.name == "Rex")
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

  @Test func `initCompleted of a service runs once with the closure form`() {
    let completed = Counter()
    container.register(Dog.self) { _ in Dog() }.implements(Carnivore.self) { $0 }.implements(Animal.self) {
      $0
    }
    .inObjectScope(.container).initCompleted { _, _ in completed.next() }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
    #expect(container.resolve(Carnivore.self)?.name == "Hachi")
    #expect(completed.value == 1)
  }
}
