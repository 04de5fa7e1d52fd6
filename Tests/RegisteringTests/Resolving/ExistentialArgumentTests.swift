import Facet
import Testing

private protocol Drink: Sendable {}
private final class Tea: Drink {}

private final class Cup: Sendable {
  let drink: any Drink
  init(_ drink: any Drink) { self.drink = drink }
}

/// The static type of an argument counts, also where that is a protocol: the compiler must not open it.
@Suite(.timeLimit(.minutes(20))) struct ExistentialArgumentTests {
  private let container = Container()
  private let drink: any Drink = Tea()

  init() {
    container.register(Cup.self) { (_, drink: any Drink) in Cup(drink) }
  }

  @Test func `a protocol's argument is found by every function`() async throws {
    #expect(container.resolve(Cup.self, argument: drink) != nil)
    #expect(container.resolve(Cup.self, arguments: drink) != nil)
    #expect(container.optional(Cup.self, argument: drink) != nil)
    #expect(container.resolveAll(Cup.self, arguments: drink).count == 1)
    _ = try container.require(Cup.self, argument: drink)
    _ = try await container.requireAsync(Cup.self, argument: drink)
    let inferred: Cup = container.resolve(argument: drink)
    #expect(inferred.drink as? Tea === drink as? Tea)
    for other in [drink] { #expect(container.resolve(Cup.self, argument: other) != nil) }
  }

  @Test func `and by properties`() {
    let injected = Injected<Cup>(container: container, argument: drink)
    #expect(injected.wrappedValue.drink as? Tea === drink as? Tea)
    let later = LazyInjected<Cup>(container: container, argument: drink)
    #expect(later.wrappedValue.drink as? Tea === drink as? Tea)
    let perhaps = OptionalInjected<Cup>(container: container, arguments: drink)
    #expect(perhaps.wrappedValue != nil)
    container.register(Cup.self, name: "kept") { (_, drink: any Drink) in Cup(drink) }
      .inObjectScope(.container)
    let weakly = WeakLazyInjected<Cup>(name: "kept", container: container, arguments: drink)
    #expect(weakly.wrappedValue != nil)
  }

  @Test func `a factory hands its own argument on`() {
    container.register([Cup].self) { (r, drink: any Drink) in [try r.require(Cup.self, argument: drink)] }
    #expect(container.resolve([Cup].self, argument: drink)?.first?.drink as? Tea === drink as? Tea)
  }

  @Test func `what is registered by its initializer is found`() {
    container.autoregister(
      Cup.self, name: "by initializer", argument: (any Drink).self, initializer: Cup.init)
    #expect(container.resolve(Cup.self, name: "by initializer", argument: drink) != nil)
  }

  @Test func `any other argument keeps its type`() {
    container.register(Cup.self) { (_, error: any Error) in Cup(Tea()) }
    container.register(Cup.self) { (_, value: Any) in Cup(Tea()) }
    do { throw CancellationError() } catch {
      #expect(container.resolve(Cup.self, argument: error) != nil)
    }
    let value: Any = 1
    #expect(container.resolve(Cup.self, argument: value) != nil)
    #expect(container.optional(Cup.self, argument: 1) == nil)
  }
}
