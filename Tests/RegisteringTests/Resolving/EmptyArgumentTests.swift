import Facet
import Testing

/// An argument without bytes is an argument.
@Suite(.timeLimit(.minutes(20))) struct EmptyArgumentTests {
  private struct Empty: Hashable, Sendable {}
  private enum Single: Sendable { case only }

  private let container = Container()

  private func register<Argument: Sendable>(_ type: Argument.Type, in scope: ObjectScope = .graph) {
    container.register(Dog.self) { (_, _: Argument) in Dog() }.inObjectScope(scope)
      .initCompleted { _, _ in }
  }

  // Each with its type written out: generic code has an address for a value without bytes, other code may have none.

  @Test func `an empty structure`() async throws {
    register(Empty.self)
    let dogs = [
      container.resolve(Dog.self, argument: Empty()), container.resolve(Dog.self, arguments: Empty()),
      container.optional(Dog.self, argument: Empty()),
      container.resolveAll(Dog.self, arguments: Empty()).first,
      try container.require(Dog.self, argument: Empty()),
      try container.require(Lazy<Dog>.self, argument: Empty()).require(),
    ]
    #expect(dogs.allSatisfy { $0 != nil } && container.optional(Dog.self) == nil)
    container.register(Dog.self) { (_, _: Empty) async in Dog() }
    _ = try await container.requireAsync(Dog.self, argument: Empty())
    register(Empty.self, in: .perArgument)
    let dog = try container.require(Dog.self, argument: Empty())
    #expect(container.resolve(Dog.self, arguments: Empty()) === dog)
  }

  @Test func `Void, and an enumeration of one case`() throws {
    register(Void.self)
    _ = try container.require(Dog.self, argument: ())
    _ = try container.require(Dog.self, arguments: ())
    register(Single.self)
    _ = try container.require(Dog.self, argument: Single.only)
    _ = try container.require(Dog.self, arguments: Single.only)
  }
}
