import Facet
import FacetTestSupport
import Testing

private protocol Animal { var name: String { get } }
private protocol Domesticated { func come() }

private let calls = Recorder<String>()

private final class Dog: Animal, Domesticated {
  let name: String
  init(name: String) { self.name = name }
  func come() { calls.add("\(name) comes running") }
}

private final class PetOwner {
  let pet: any Domesticated
  init(pet: any Domesticated) { self.pet = pet }
}

/// The first example of the README, in code of no actor.
@Suite(.timeLimit(.minutes(5))) struct ReadMeTests {
  @Test func `the first example`() {
    let container = Container()
    container.failureHandler = { _ in calls.add("not found") }
    container.register(Animal.self) { _, name in Dog(name: name) }
      .implements(Domesticated.self)
    container.register(PetOwner.self) { r in
      PetOwner(pet: r.resolve(Domesticated.self, argument: "Hachi")!)
    }

    container.resolve(PetOwner.self)!.pet.come()
    _ = container.resolve(Animal.self)
    #expect(calls.all == ["Hachi comes running", "not found"])
  }
}
