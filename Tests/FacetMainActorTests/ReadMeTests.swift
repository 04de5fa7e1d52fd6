import Facet
import Testing

private protocol Animal { var name: String { get } }
private protocol Domesticated { func come() }

private var calls: [String] = []

private final class Dog: Animal, Domesticated {
  let name: String
  init(name: String) { self.name = name }
  func come() { calls.append("\(name) comes running") }
}

private final class PetOwner {
  let pet: any Domesticated
  init(pet: any Domesticated) { self.pet = pet }
}

/// The first example of the README.
@Suite(.timeLimit(.minutes(5))) struct ReadMeTests {
  @Test func `the first example`() {
    let container = Container()
    var failures = 0
    container.failureHandler = { _ in MainActor.assumeIsolated { calls.append("not found") } }
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Domesticated.self)
    container.register(PetOwner.self) { r in
      PetOwner(pet: r.resolve(Domesticated.self, argument: "Hachi")!)
    }

    container.resolve(PetOwner.self)!.pet.come()
    if container.resolve(Animal.self) == nil { failures += 1 }
    #expect(calls == ["Hachi comes running", "not found"])
    #expect(failures == 1)
  }
}
