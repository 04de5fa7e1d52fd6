import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Pool: Sendable {}
private final class Repo: Sendable {
  init(_ pool: Pool) {}
}
private final class Server: Sendable {
  init(_ pool: Pool) {}
}

/// What a start leaves behind, as a verification foresees it.
@Suite(.timeLimit(.minutes(20))) struct StartedBeforeTests {
  private let container = Container()

  @Test func `a service that starts is there for no need of its own`() async throws {
    container.register(Pool.self) { @MainActor _ in Pool() }.inObjectScope(.container)
    container.register(Server.self) { r async throws in Server(try r.require()) }.inObjectScope(.container)
      .startsEagerly().initCompleted { r, _ async throws in _ = try await r.requireAsync(Pool.self) }
    #expect(await container.verifyAsync().problems.map(\.kind) == [.needsAwait])
    await #expect(throws: StartError.self) { try await container.startAsync() }
  }

  @Test func `what starts on an actor builds there what it needs`() async throws {
    container.register(Pool.self) { @MainActor _ in Pool() }.inObjectScope(.container)
    container.register(Repo.self) { r in Repo(try r.require()) }
    container.register(Server.self) { @MainActor r in
      _ = try r.require(Repo.self)
      return Server(try r.require())
    }.inObjectScope(.container).startsEagerly()
    try await container.verifyAsync().check()
    try await container.startAsync()
    #expect(throws: Never.self) { try container.require(Repo.self) }
  }

  @Test func `an initializer that starts is awaited before others need it`() async throws {
    container.register(Pool.self) { _ async in Pool() }
    container.autoregister(Repo.self, initializer: Repo.init).inObjectScope(.container).startsEagerly()
    container.register(Server.self) { r in
      _ = try r.require(Repo.self)
      return Server(Pool())
    }
    try await container.verifyAsync().check()
    try await container.startAsync()
    #expect(throws: Never.self) { try container.require(Server.self) }
  }

  @Test func `a verification without an await does not know what an asynchronous start leads to`() throws {
    container.register(Pool.self) { _ async in Pool() }.inObjectScope(.container)
    container.register(Server.self) { r async throws in Server(try await r.requireAsync()) }
      .inObjectScope(.container).startsEagerly()
    container.register(Repo.self) { r in Repo(try r.require()) }
    let report = container.verify()
    #expect(report.problems.isEmpty)
    #expect(throws: VerificationError.self) { try report.check() }
  }
}
