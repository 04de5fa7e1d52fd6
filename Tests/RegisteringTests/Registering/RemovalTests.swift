import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private final class Dog: Animal {}
private final class Witness: Sendable {
  let steps: Recorder<String>
  init(_ steps: Recorder<String>) { self.steps = steps }
  deinit { steps.add("released") }
}

/// Keys that are removed while they are used, or before they are used again.
@Suite(.timeLimit(.minutes(20))) struct RemovalTests {
  private let container = Container()

  init() {
    container.failureHandler = { _ in }
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `a forward that is removed while its service is built still serves that resolve`(scope: ObjectScope)
    async
  {
    let steps = Recorder<String>()
    do {
      let made = Witness(steps)
      container.register(Dog.self) { [unowned container] _ in
        container.unregister(Animal.self)
        steps.add("removed")
        return Dog()
      }.inObjectScope(scope).implements(Animal.self) { dog in
        made.steps.add("converted")
        return dog
      }
    }
    #expect(container.resolve(Animal.self) is Dog)
    // The end of the witness may be noted by another thread.
    #expect(await isReleased { steps.all.count < 3 ? steps : nil })
    #expect(steps.all == ["removed", "converted", "released"])
    #expect(container.resolve(Animal.self) == nil)
    #expect(container.resolve(Dog.self) != nil)
  }

  @Test func `an unchecked forward that is removed while its service is built still serves that resolve`() {
    container.register(Dog.self) { [unowned container] _ in
      container.unregister(Animal.self)
      return Dog()
    }.implements(Animal.self)
    #expect(container.resolve(Animal.self) is Dog)
    #expect(container.resolve(Animal.self) == nil)
  }

  @Test func `a key that is removed while it is built still serves that resolve`() {
    container.register(Dog.self) { [unowned container] _ in
      container.removeAll()
      return Dog()
    }.inObjectScope(.container).implements(Animal.self)
    #expect(container.resolve(Animal.self) is Dog)
    #expect(container.resolve(Animal.self) == nil)
    #expect(container.resolve(Dog.self) == nil)
  }

  @Test func `a held entry of a custom scope that is forwarded after its key was removed shares anew`() async
  {
    let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    let entry = container.register { Dog() }.inObjectScope(scope)
    weak let first = container.resolve(Dog.self)
    container.unregister(Dog.self)
    #expect(await isReleased { first })
    container.forward(Animal.self, to: entry)
    let second = container.resolve(Animal.self)
    #expect(second != nil)
    #expect(container.resolve(Animal.self) === second)
  }
}
