import Facet
import Testing

/// An argument without bytes is an argument.
@Suite(.timeLimit(.minutes(20))) struct EmptyArgumentTests {
  private struct Empty: Hashable, Sendable {}
  private enum Single: Sendable { case only }
  private final class Part: Sendable {}

  private let container = Container()

  private func register<Argument: Sendable>(_ type: Argument.Type, in scope: ObjectScope = .graph) {
    container.register(Part.self) { (_, _: Argument) in Part() }.inObjectScope(scope)
      .initCompleted { _, _ in }
  }

  // Each with its type written out: generic code has an address for a value without bytes, other code may have none.

  @Test func `an empty structure`() throws {
    register(Empty.self)
    #expect(container.resolve(Part.self, argument: Empty()) != nil)
    #expect(container.resolve(Part.self, arguments: Empty()) != nil)
    #expect(container.optional(Part.self, argument: Empty()) != nil)
    #expect(container.resolveAll(Part.self, arguments: Empty()).count == 1)
    _ = try container.require(Part.self, argument: Empty())
    _ = try container.require(Lazy<Part>.self, argument: Empty()).require()
    #expect(container.optional(Part.self) == nil)
  }

  @Test func `Void, and an enumeration of one case`() throws {
    register(Void.self)
    _ = try container.require(Part.self, argument: ())
    _ = try container.require(Part.self, arguments: ())
    register(Single.self)
    _ = try container.require(Part.self, argument: Single.only)
    _ = try container.require(Part.self, arguments: Single.only)
  }

  @Test func `where each value has an instance`() throws {
    register(Empty.self, in: .perArgument)
    let part = try container.require(Part.self, argument: Empty())
    #expect(container.resolve(Part.self, arguments: Empty()) === part)
  }

  @Test func `and by await`() async throws {
    container.register(Part.self) { (_, _: Empty) async in Part() }
    _ = try await container.requireAsync(Part.self, argument: Empty())
  }
}
