import Facet
import Testing

private protocol Animal: Sendable {}
private final class Dog: Animal {}

private final class Kennel: Sendable {
  let animal: any Animal
  init(_ animal: any Animal) { self.animal = animal }
}

/// The static type of an argument counts, also where that is a protocol: the compiler must not open it.
@Suite(.timeLimit(.minutes(20))) struct ExistentialArgumentTests {
  private let container = Container()
  private let animal: any Animal = Dog()

  init() {
    container.register(Kennel.self) { (_, animal: any Animal) in Kennel(animal) }
  }

  @Test func `a protocol's argument is found by every function`() throws {
    #expect(container.resolve(Kennel.self, argument: animal) != nil)
    #expect(container.resolve(Kennel.self, arguments: animal) != nil)
    #expect(container.optional(Kennel.self, argument: animal) != nil)
    #expect(container.resolveAll(Kennel.self, arguments: animal).count == 1)
    _ = try container.require(Kennel.self, argument: animal)
    let inferred: Kennel = container.resolve(argument: animal)
    #expect(inferred.animal as? Dog === animal as? Dog)
    for other in [animal] { #expect(container.resolve(Kennel.self, argument: other) != nil) }
  }

  @Test func `and by those that await`() async throws {
    _ = try await container.requireAsync(Kennel.self, argument: animal)
    #expect((try? await container.requireAsync(Kennel.self, argument: animal)) != nil)
  }

  @Test func `and by properties`() {
    let injected = Injected<Kennel>(container: container, argument: animal)
    #expect(injected.wrappedValue.animal as? Dog === animal as? Dog)
    let later = LazyInjected<Kennel>(container: container, argument: animal)
    #expect(later.wrappedValue.animal as? Dog === animal as? Dog)
    let perhaps = OptionalInjected<Kennel>(container: container, arguments: animal)
    #expect(perhaps.wrappedValue != nil)
    container.register(Kennel.self, name: "kept") { (_, animal: any Animal) in Kennel(animal) }
      .inObjectScope(.container)
    let weakly = WeakLazyInjected<Kennel>(name: "kept", container: container, arguments: animal)
    #expect(weakly.wrappedValue != nil)
  }

  @Test func `a factory hands its own argument on`() throws {
    final class Street: Sendable {
      let kennel: Kennel
      init(_ kennel: Kennel) { self.kennel = kennel }
    }
    container.register(Street.self) { (r, animal: any Animal) in
      Street(try r.require(Kennel.self, argument: animal))
    }
    #expect(container.resolve(Street.self, argument: animal) != nil)
  }

  @Test func `what is registered by its initializer is found`() {
    container.autoregister(
      Kennel.self, name: "by initializer", argument: (any Animal).self, initializer: Kennel.init)
    #expect(container.resolve(Kennel.self, name: "by initializer", argument: animal) != nil)
  }

  @Test func `an argument can be given as another type`() {
    #expect(container.optional(Kennel.self, argument: Dog()) == nil)
    #expect(container.resolve(Kennel.self, argument: Dog() as any Animal) != nil)
  }

  @Test func `any other argument keeps its type`() {
    container.register(Kennel.self) { (_, error: any Error) in Kennel(Dog()) }
    container.register(Kennel.self) { (_, value: Any) in Kennel(Dog()) }
    do { throw CancellationError() } catch {
      #expect(container.resolve(Kennel.self, argument: error) != nil)
    }
    let value: Any = 1
    #expect(container.resolve(Kennel.self, argument: value) != nil)
    #expect(container.optional(Kennel.self, argument: 1) == nil)
  }
}
