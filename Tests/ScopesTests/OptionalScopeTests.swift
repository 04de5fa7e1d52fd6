import Facet
import FacetTestSupport
import Testing

/// What is registered as an optional lives as long as its scope says.
@Suite(.timeLimit(.minutes(20))) struct OptionalScopeTests {
  private final class Store: Sendable {}
  private final class Pair: Sendable {
    let stores: [Store?]

    init(_ stores: [Store?]) { self.stores = stores }
  }

  @Test(arguments: [ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init)])
  func `it is shared beyond the cycle`(scope: ObjectScope) throws {
    let container = Container()
    container.register(Store?.self) { _ in Store() }.inObjectScope(scope)
    let store = try #require(try container.require(Store?.self))
    #expect(try container.require(Store?.self) === store)
  }

  @Test func `it is shared for equal arguments`() throws {
    let container = Container()
    container.register(Store?.self) { (_, _: Int) in Store() }.inObjectScope(.perArgument)
    let store = try #require(try container.require(Store?.self, argument: 1))
    #expect(try container.require(Store?.self, argument: 1) === store)
    #expect(try container.require(Store?.self, argument: 2) !== store)
  }

  @Test(arguments: [ObjectScope.graph, .container, .weak])
  func `it is shared within a cycle`(scope: ObjectScope) throws {
    let container = Container()
    container.register(Store?.self) { _ in Store() }.inObjectScope(scope)
    container.register(Pair.self) { r in Pair([try r.require(), try r.require()]) }
    let stores = try container.require(Pair.self).stores
    #expect(stores[0] != nil && stores[0] === stores[1])
  }

  @Test func `nothing is an instance, too`() throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store?.self) { _ in
      _ = builds.next()
      return nil
    }.inObjectScope(.container)
    #expect(try container.require(Store?.self) == nil)
    #expect(try container.require(Store?.self) == nil)
    #expect(builds.value == 1)
  }
}
