import Facet
import FacetTestSupport
import Testing

private final class Broken: Error {}
private struct Torn: Error {}

/// An error that is an object is shared like any other object, in the built-in scopes and in storages.
@Suite(.timeLimit(.minutes(20))) struct ErrorBoxTests {
  private let container = Container()

  static let weakScopes: [ObjectScope] = [
    .weak, ObjectScope(storageFactory: WeakStorage.init, description: "weak storage"),
  ]
  static let graphScopes: [ObjectScope] = [
    .graph, ObjectScope(storageFactory: GraphStorage.init, description: "graph storage"),
  ]

  @Test(arguments: weakScopes) func `an error object is shared while it is held`(scope: ObjectScope) throws {
    container.register((any Error).self) { _ in Broken() }.inObjectScope(scope)
    let error = try container.require((any Error).self) as? Broken
    #expect(try container.require((any Error).self) as? Broken === error)
  }

  @Test(arguments: weakScopes) func `an error object is not kept`(scope: ObjectScope) async throws {
    container.register((any Error).self) { _ in Broken() }.inObjectScope(scope)
    weak let error = try container.require((any Error).self) as? Broken
    #expect(await isReleased { error })
  }

  @Test(arguments: graphScopes) func `an error object is one in a cycle`(scope: ObjectScope) throws {
    container.register((any Error).self) { _ in Broken() }.inObjectScope(scope)
    container.register(Bool.self) { r in
      try r.require((any Error).self) as? Broken === (try r.require((any Error).self) as? Broken)
    }
    #expect(try container.require(Bool.self))
  }

  @Test(arguments: graphScopes) func `an error object is found again in its cycle`(scope: ObjectScope) throws
  {
    container.register((any Error).self) { _ in Broken() }.inObjectScope(scope)
    let graph = GraphIdentifier()
    let first = container.withObjectGraph(graph) { _ in container.resolve((any Error).self) } as? Broken
    let second = container.withObjectGraph(graph) { _ in container.resolve((any Error).self) } as? Broken
    #expect(first === second)
  }

  @Test(arguments: weakScopes) func `an error value is a new one each time, as every value`(
    scope: ObjectScope
  ) throws {
    let built = Counter()
    container.register((any Error).self) { _ in
      built.next()
      return Torn()
    }.inObjectScope(scope)
    _ = try container.require((any Error).self)
    _ = try container.require((any Error).self)
    #expect(built.value == 2)
  }
}
