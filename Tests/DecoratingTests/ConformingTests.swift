import Facet
import FacetTestSupport
import Testing

private protocol Repo {}
private final class SQLRepo: Repo {}
private final class Cache: Repo {}

/// What is registered as a class, and asked for by a protocol.
@Suite(.timeLimit(.minutes(20))) struct ConformingTests {
  @Test func `an instance that is kept shows that it conforms, and the remedy works`() throws {
    let container = Container()
    let entry = container.register(SQLRepo.self, fileID: "Shop/Repos.swift", line: 3) { _ in SQLRepo() }
      .inObjectScope(.container)
    container.register(Cache.self) { _ in Cache() }
    _ = try container.require(SQLRepo.self)
    let error = #expect(throws: ResolutionError.self) { try container.require((any Repo).self) }
    #expect(
      error.map { "\($0)" } == """
        No registration matches 'Repo'.

          Path:   Repo
          Near:   'SQLRepo'   registered at Shop/Repos.swift:3

        To fix this, do one of:
          • Forward a registration above: .implements((any Repo).self)
          • Register it: container.register((any Repo).self) { resolver in … }
        """)
    entry.implements((any Repo).self)
    #expect(try container.require((any Repo).self) is SQLRepo)
  }

  @Test func `nothing is said of what nobody has built`() {
    let container = Container()
    container.register(SQLRepo.self) { _ in SQLRepo() }.inObjectScope(.container)
    let error = #expect(throws: ResolutionError.self) { try container.require((any Repo).self) }
    #expect(error?.nearMisses.isEmpty == true)
  }
}
