import Facet
import FacetTestSupport
import Testing

private protocol Animal { var name: String { get } }
private protocol Domesticated { func come() -> String }

private final class Dog: Animal, Domesticated {
  let name: String
  init(name: String) { self.name = name }
  func come() -> String { "\(name) comes running" }
}

/// The first example of the README, in code of no actor.
@Suite(.timeLimit(.minutes(20))) struct ReadMeTests {
  @Test func `the first example`() {
    let container = Container()
    let failures = Recorder<String>.failures(of: container)
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Domesticated.self)

    let pet = container.resolve(Domesticated.self, argument: "Hachi")!
    #expect(pet.come() == "Hachi comes running")
    #expect(failures.all.isEmpty)

    #expect(container.resolve(Animal.self) == nil)
    #expect(failures.all.count == 1)
  }
}
