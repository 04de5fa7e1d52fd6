import Facet
import Testing

/// An argument without bytes is an argument.
@Suite(.timeLimit(.minutes(1))) struct EmptyArgumentTests {
  private struct Empty: Hashable, Sendable {}
  private enum Single: Sendable { case only }
  private final class Part: Sendable {}

  private let container = Container()

  /// Registers a service for an argument, and resolves it by all functions.
  private func expectPart<Argument: Sendable>(for argument: Argument, in scope: ObjectScope = .graph) throws {
    container.register(Part.self) { (_, _: Argument) in Part() }.inObjectScope(scope)
      .initCompleted { _, _ in }
    #expect(container.resolve(Part.self, argument: argument) != nil)
    #expect(container.resolve(Part.self, arguments: argument) != nil)
    #expect(container.optional(Part.self, argument: argument) != nil)
    #expect(container.resolveAll(Part.self, argument: argument).count == 1)
    _ = try container.require(Part.self, argument: argument)
    _ = try container.require(Lazy<Part>.self, argument: argument).require()
    #expect(container.optional(Part.self) == nil)
  }

  @Test func `Void, an empty structure and an enumeration of one case`() throws {
    try expectPart(for: ())
    try expectPart(for: Empty())
    try expectPart(for: Single.only)
  }

  @Test func `and where each value has an instance`() throws {
    try expectPart(for: Empty(), in: .perArgument)
  }

  @Test func `and by await`() async throws {
    container.register(Part.self) { (_, _: Empty) async in Part() }
    _ = try await container.requireAsync(Part.self, argument: Empty())
  }
}
