import Facet
import Testing

private protocol Repo {}
private final class SQLRepo: Repo {}
private final class Cache: Repo {}

/// What is registered as a class, and asked for by a protocol.
@Suite(.timeLimit(.minutes(20))) struct ConformingTests {
  @Test func `an instance that is kept shows that it conforms, what nobody has built does not`() throws {
    let container = Container()
    let entry = container.register(SQLRepo.self) { _ in SQLRepo() }.inObjectScope(.container)
    container.register(Cache.self) { _ in Cache() }.inObjectScope(.container)
    _ = try container.require(SQLRepo.self)
    let error = #expect(throws: ResolutionError.self) { try container.require((any Repo).self) }
    #expect(error?.nearMisses.map(\.key) == [entry.key])
    #expect(error?.description.contains("Forward a registration above: .implements((any Repo).self)") == true)
    entry.implements((any Repo).self)
    #expect(try container.require((any Repo).self) is SQLRepo)
  }
}
