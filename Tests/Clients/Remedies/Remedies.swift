import Facet

// What messages propose, as code: the tests of these messages look here for each of their remedies. See `CompiledRemedyTests`.

protocol Drink {}
protocol Hot {}
protocol Source<Value> { associatedtype Value }
protocol Rack<Upper, Lower> {
  associatedtype Upper
  associatedtype Lower
}
class Bottle {}
final class Flask: Bottle, Drink {}
struct Tea: Drink {}
struct Cup {}
struct Box<Content> {}

/// Stands where a message has `…`.
func made<Value>() -> Value { fatalError("Only compiled") }

func register(in container: Container) {
  container.register(Tea.self) { resolver in made() }
  container.register(Tea.self, name: "green") { (resolver, int: Int) in made() }
  container.register((any Drink).self) { resolver in made() }
  container.register((any Drink & Hot).self) { resolver in made() }
  container.register((any Bottle & Drink).self) { resolver in made() }
  container.register(Box<Tea>.self) { resolver in made() }
  container.register((any Source<Int>)?.self) { resolver in made() }
  container.register([String: [any Drink]].self) { resolver in made() }
  container.register(Result<any Drink, any Error>.self) { resolver in made() }
  container.register((@Sendable () async throws -> any Source<Int>).self) { resolver in made() }
  container.register((any Drink.Type).self) { resolver in made() }
  container.register(Tea.Type.self) { resolver in made() }
  container.register { resolver in made() as any Rack<Int, String> }
  container.register { resolver in made() as @Sendable (Tea) -> any Drink }
  container.register(name: "green") { (resolver, int: Int) in made() as any Rack<Int, String> }
}

func resolve(from container: Container, _ flask: Flask) throws {
  _ = container.resolve(Tea.self, argument: flask as Bottle)
  _ = container.resolve(Tea.self, argument: flask as any Drink)
  _ = container.resolve(Tea.self, argument: "" as String?)
  _ = container.resolve(Tea.self, arguments: 1, flask as any Drink)
  _ = container.resolveAll((any Drink).self)
  _ = container.resolveAll(Lazy<any Drink>.self)
  _ = container.resolveAllByName((any Drink).self)
  container.register(Tea.self) { (resolver, string: String) in made() }
}

func forward(in container: Container) {
  container.register(Flask.self) { _ in Flask() }.implements((any Bottle & Drink).self)
}

func await(from container: Container) {
  container.register(Cup.self) { @MainActor resolver in made() }
  container.register(Cup.self) { resolver async throws in
    _ = try await resolver.requireAsync((any Source<Int>).self, name: "green")
    return Cup()
  }
}
