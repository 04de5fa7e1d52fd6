import Facet
import FacetTestSupport
import Testing

private protocol Carnivore { var name: String { get } }
private final class Dog: Carnivore {
  let name: String
  let collar: Collar
  init(name: String = "Hachi") {
    self.name = name
    collar = Collar(owner: name)
  }
}
private final class Collar {
  let owner: String
  init(owner: String) { self.owner = owner }
}
private struct Label: Equatable { let text: String }

/// The form of a forward that the compiler checks.
@Suite(.timeLimit(.minutes(20))) struct ForwardClosureTests {
  private let container = Container()

  @Test func `implements with a closure forwards without a cast`() throws {
    container.register(Dog.self) { _ in Dog() }.implements(Carnivore.self) { $0 }
      .inObjectScope(.container)
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Carnivore.self) as? Dog === dog)
  }

  @Test func `the closure form takes arguments and a name`() {
    container.register(Dog.self) { _, name in Dog(name: name) }.implements(Carnivore.self, name: "guard") {
      $0
    }
    #expect(container.resolve(Carnivore.self, name: "guard", argument: "Rex")?.name == "Rex")
  }

  @Test func `the closure form may give a part of the service`() throws {
    container.register(Dog.self) { _ in Dog() }.implements(Collar.self) { $0.collar }
      .inObjectScope(.container)
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Collar.self) === dog.collar)
  }

  @Test func `the closure form may give a value of another type`() {
    container.register(Dog.self) { _ in Dog() }.implements(Label.self) { Label(text: $0.name) }
    #expect(container.resolve(Label.self) == Label(text: "Hachi"))
  }

  @Test func `the closure form works from a value`() {
    container.register(Label.self) { _ in Label(text: "Rex") }.implements(Carnivore.self) {
      Dog(name: $0.text)
    }
    #expect(container.resolve(Carnivore.self)?.name == "Rex")
  }

  @Test func `initCompleted of a service runs once with the closure form`() {
    let completed = Counter()
    container.register(Dog.self) { _ in Dog() }.implements(Carnivore.self) { $0 }
      .implements(Collar.self) { $0.collar }
      .inObjectScope(.container).initCompleted { _, _ in completed.next() }
    #expect(container.resolve(Collar.self)?.owner == "Hachi")
    #expect(container.resolve(Carnivore.self)?.name == "Hachi")
    #expect(completed.value == 1)
  }

  @Test func `both forms chain`() {
    container.register(Dog.self) { _ in Dog() }
      .implements(Carnivore.self)
      .implements(Collar.self) { $0.collar }
      .implements(Carnivore.self, name: "guard") { $0 }
      .implements(Any.self, name: "anything")
    #expect(container.resolve(Carnivore.self) is Dog)
    #expect(container.resolve(Collar.self) != nil)
    #expect(container.resolve(Carnivore.self, name: "guard") is Dog)
    #expect(container.resolve(Any.self, name: "anything") is Dog)
  }
}
