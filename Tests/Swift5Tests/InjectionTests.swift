import Facet
import Testing

// Code as it was written for Swift 5: plain classes, which are not Sendable.

private protocol Animal {
  var name: String { get }
}

private class Dog: Animal {
  var name: String
  init(name: String) { self.name = name }
}

private class Clock {}

private class Owner {
  var pet: Animal?
  var clock: Clock?
  init(pet: Animal, clock: Clock?) {
    self.pet = pet
    self.clock = clock
  }
}

private class Screen {
  @Injected var clock: Clock
  @LazyInjected var lazy: Clock
  @WeakLazyInjected var weak: Clock?
  @OptionalInjected var animal: Animal?
}

/// Initializers, injected properties and completions in the language of Swift 5.
@Suite(.timeLimit(.minutes(20))) struct InjectionTests {
  let container = Container()

  @Test func `initializers of plain classes are registered`() {
    container.autoregister(Animal.self, argument: String.self, initializer: Dog.init)
    container.autoregister(Clock.self, initializer: Clock.init)
    container.autoregister(Owner.self, initializer: { Owner(pet: $0, clock: $1) })
    container.register(Animal.self) { Dog(name: "Hachi") }
    #expect(container.resolve(Owner.self)?.clock != nil)
    #expect(container.resolve(Animal.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `plain classes have injected properties`() {
    container.register { Clock() }
    let screen = Container.withMain(container) { Screen() }
    #expect(screen.lazy === screen.lazy)
    #expect(screen.weak != nil)
    #expect(screen.animal == nil)
  }

  @Test func `a provider and a completion take arguments`() {
    container.register(Dog.self) { _, name in Dog(name: name) }
      .resolveProperties { _, dog, name in dog.name = name + "!" }
    #expect(container.resolve(Provider<Dog, String>.self)?("Rex").name == "Rex!")
  }
}
