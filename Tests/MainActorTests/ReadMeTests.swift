import Facet
import Testing

private protocol Animal { var name: String { get } }
private protocol Domesticated { func come() -> String }

private var failures = 0

private final class Dog: Animal, Domesticated {
  let name: String
  init(name: String) { self.name = name }
  func come() -> String { "\(name) comes running" }
}

/// The first example of the README.
@Suite(.timeLimit(.minutes(20))) struct ReadMeTests {
  @Test func `the first example`() {
    let container = Container()
    container.failureHandler = { _ in MainActor.assumeIsolated { failures += 1 } }
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Domesticated.self)

    let pet = container.resolve(Domesticated.self, argument: "Hachi")!
    #expect(pet.come() == "Hachi comes running")
    #expect(failures == 0)

    #expect(container.resolve(Animal.self) == nil)
    #expect(failures == 1)
  }
}
