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

  @Test func `a protocol's argument is found by every function, and handed on by a factory`() async throws {
    container.register([Cup].self) { (r, drink: any Drink) in [try r.require(Cup.self, argument: drink)] }
    container.autoregister(Cup.self, name: "wired", argument: (any Drink).self, initializer: Cup.init)
    let inferred: Cup = container.resolve(argument: drink)
    var cups = [
      inferred, container.resolve(Cup.self, argument: drink), container.resolve(Cup.self, arguments: drink),
      container.optional(Cup.self, argument: drink), container.resolveAll(Cup.self, arguments: drink).first,
      try container.require(Cup.self, argument: drink),
      try await container.requireAsync(Cup.self, argument: drink),
      container.resolve([Cup].self, argument: drink)?.first,
      container.resolve(Cup.self, name: "wired", argument: drink),
    ]
    for other in [drink] { cups.append(container.resolve(Cup.self, argument: other)) }
    #expect(cups.map { $0?.drink as? Tea === drink as? Tea } == Array(repeating: true, count: 10))
  }

  @Test func `and by properties`() {
    let injected = Injected<Cup>(container: container, argument: drink).wrappedValue
    let later = LazyInjected<Cup>(container: container, argument: drink).wrappedValue
    let perhaps = OptionalInjected<Cup>(container: container, arguments: drink).wrappedValue
    container.register(Cup.self, name: "kept") { (_, drink: any Drink) in Cup(drink) }
      .inObjectScope(.container)
    let weakly = WeakLazyInjected<Cup>(name: "kept", container: container, arguments: drink).wrappedValue
    #expect([injected, later, perhaps, weakly].allSatisfy { $0?.drink as? Tea === drink as? Tea })
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
