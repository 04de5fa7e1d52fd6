import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Pool: Sendable {}
private final class Repo: Sendable {
  init(_ pool: Pool) {}
}
private final class Server: Sendable {
  init(_ repo: Repo) {}
}
private final class Worker: Sendable {
  let pool: Lazy<Pool>
  init(_ pool: Lazy<Pool>) { self.pool = pool }
}
private final class Screen {
  @LazyInjected(name: "shared") var pool: Pool
}

/// What must be awaited is there before others need it synchronously, or they await it.
@Suite(.timeLimit(.minutes(20))) struct SynchronousUseTests {
  private let container = Container()

  @discardableResult
  private func registerPool(name: String? = nil) -> ServiceEntry<Pool> {
    container.register(Pool.self, name: name, fileID: "App.swift", line: 1) { _ async in Pool() }
      .inObjectScope(.container)
  }
  private func registerUsers() {
    container.register(Repo.self, fileID: "App.swift", line: 2) { r in Repo(try r.require()) }
    container.register(Worker.self, fileID: "App.swift", line: 3) { r in Worker(try r.require()) }
  }

  @Test func `all who need it without an await are named, with and without a wrapper`() async throws {
    registerPool()
    registerUsers()
    let problems = await container.verifyAsync().problems
    try TextGolden.expect(
      problems.map(\.description).joined(separator: "\n"), isAt: "needs-await-by-two-ways.txt")
    #expect(problems.map(\.kind) == [.needsAwait])
    #expect(problems[0].entries.map(\.key.description) == ["'Repo'", "'Worker'"])
    #expect(container.verify().problems.map(\.description) == problems.map(\.description))
  }

  @Test func `an initializer is awaited with what it takes, unless somebody needs it at once`() async throws {
    registerPool()
    container.autoregister(Repo.self, fileID: "App.swift", line: 2, initializer: Repo.init)
    try await container.verifyAsync().check()
    #expect(throws: VerificationError.self) { try container.verify().check() }
    _ = try await container.requireAsync(Repo.self)
    container.register(Server.self, fileID: "App.swift", line: 3) { r in Server(try r.require()) }
    let problems = await container.verifyAsync().problems
    try TextGolden.expect(
      problems.map(\.description).joined(separator: "\n"), isAt: "needs-await-by-an-initializer.txt")
    #expect(problems.map(\.kind) == [.needsAwait])
  }

  @Test func `it may start with the container, by itself or for another service that starts`() async throws {
    let pool = registerPool()
    registerUsers()
    container.register(Server.self) { r async throws in
      _ = try await r.requireAsync(Pool.self)
      return Server(try r.require())
    }.startsEagerly()
    try await container.verifyAsync().check()
    try await container.startAsync()
    #expect(throws: Never.self) { _ = try container.require(Worker.self).pool.require() }
    container.unregister(Server.self)
    await #expect(throws: VerificationError.self) { try await container.verifyAsync().check() }
    pool.startsEagerly()
    try await container.verifyAsync().check()
  }

  @Test(arguments: [ObjectScope.container, .transient])
  func `the program may await it before, if its scope keeps it`(_ scope: ObjectScope) async throws {
    registerPool().inObjectScope(scope)
    registerUsers()
    let report = await container.verifyAsync { $0.allowSynchronousUse(of: Pool.self) }
    #expect(report.problems.isEmpty == (scope === ObjectScope.container))
    #expect(
      report.problems.allSatisfy { !$0.description.contains("allowSynchronousUse") })
  }

  @Test func `who needs one that is skipped is not checked, also by an initializer`() throws {
    registerPool()
    registerUsers()
    container.unregister(Repo.self)
    container.autoregister(Repo.self, initializer: Repo.init)
    container.autoregister(Server.self, initializer: Server.init)
    let report = container.verify { $0.skip(Pool.self) }
    try report.check()
    #expect(
      report.unchecked.map { "\($0.entry.key): \($0.reason)" } == [
        "'Pool': skipped", "'Repo': it needs 'Pool', which was not checked",
        "'Server': it needs 'Repo', which was not checked",
      ])
    #expect(report.unchecked.map(\.isSkipped) == [true, true, true])
    #expect(report.checked.map(\.key.description) == ["'Worker'"])
  }

  @Test func `a lazy property is a need, of its name, and is checked`() async throws {
    container.register(Screen.self) { _ in Screen() }
    let missing = container.verify().problems
    #expect(missing.map(\.kind) == [.missing])
    #expect(missing[0].key.description == "'Pool' named \"shared\"")
    registerPool(name: "shared")
    let report = await container.verifyAsync()
    #expect(report.problems.map(\.kind) == [.needsAwait])
    #expect(
      report.problems[0].description.contains(
        "Give 'Screen' its asynchronous form in place of the property, by its factory: resolver.require(AsyncLazy<Pool>.self, name: \"shared\")"
      )
    )
    #expect(throws: ResolutionError.self) { _ = try container.require(Screen.self).$pool.require() }
    _ = try await container.requireAsync(Pool.self, name: "shared")
    #expect(throws: Never.self) { _ = try container.require(Screen.self).$pool.require() }
  }

  @Test func `who used a lazy at once, in vain, is not checked`() async {
    registerPool().inObjectScope(.graph)
    container.register(Repo.self) { r in Repo(try r.require(Lazy<Pool>.self).require()) }
    let report = await container.verifyAsync()
    #expect(report.problems.map(\.kind) == [.needsAwait])
    #expect(report.checked.map(\.key.description) == ["'Pool'"])
    #expect(report.unchecked.map(\.reason) == ["it needs 'Pool', which must be awaited"])
  }
}
