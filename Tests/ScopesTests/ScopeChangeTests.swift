import Facet
import FacetTestSupport
import Testing

private final class Store {}

/// A scope that is changed after the first resolve takes effect.
@Suite(.timeLimit(.minutes(20))) struct ScopeChangeTests {
  private let container = Container()
  private let entry: ServiceEntry<Store>

  init() {
    entry = container.register(Store.self) { _ in Store() }
  }

  private func resolve() throws -> Store { try container.require(Store.self) }

  @Test func `from transient to container`() throws {
    entry.inObjectScope(.transient)
    let before = try resolve()
    entry.inObjectScope(.container)
    let after = try resolve()
    #expect(before !== after)
    #expect(try resolve() === after)
  }

  @Test func `from container to transient, which gives the instance up`() async throws {
    entry.inObjectScope(.container)
    weak let before = try resolve()
    #expect(before != nil)
    entry.inObjectScope(.transient)
    #expect(await isReleased { before })
    #expect(try resolve() !== resolve())
  }

  @Test func `from container to weak`() throws {
    entry.inObjectScope(.container)
    let before = try resolve()
    entry.inObjectScope(.weak)
    let after = try resolve()
    #expect(before !== after)
    #expect(try resolve() === after)
  }

  @Test func `from weak to graph`() throws {
    entry.inObjectScope(.weak)
    let before = try resolve()
    entry.inObjectScope(.graph)
    #expect(try resolve() !== before)
  }

  @Test func `from container to a custom scope and back`() throws {
    let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    let first = try {
      entry.inObjectScope(.container)
      return try resolve()
    }()
    entry.inObjectScope(custom)
    let second = try resolve()
    #expect(first !== second)
    #expect(try resolve() === second)
    entry.inObjectScope(.container)
    let third = try resolve()
    #expect(third !== second)
    #expect(third !== first)
  }

  @Test func `a custom scope that is left gives the instance up`() async throws {
    entry.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    weak let before = try resolve()
    #expect(before != nil)
    entry.inObjectScope(.graph)
    #expect(await isReleased { before })
  }

  @Test func `the same scope again keeps the instance`() throws {
    entry.inObjectScope(.container)
    let store = try resolve()
    entry.inObjectScope(.container)
    #expect(try resolve() === store)
    entry.inObjectScope(.cached)
    #expect(try resolve() === store)
  }

  @Test func `the scope in effect can be read`() {
    let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    #expect(entry.objectScope === ObjectScope.graph)
    entry.inObjectScope(.weak)
    #expect(entry.objectScope === ObjectScope.weak)
    entry.inObjectScope(custom)
    #expect(entry.objectScope === custom)
  }

  @Test func `a scope that is changed by the factory holds for later resolves`() throws {
    container.register(Store.self, name: "changing") { [entry] _ in
      entry.inObjectScope(.container)
      return Store()
    }
    _ = container.resolve(Store.self, name: "changing")
    #expect(try resolve() === resolve())
  }
}
