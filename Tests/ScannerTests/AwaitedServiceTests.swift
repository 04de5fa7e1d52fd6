import FacetContainerCheck
import FacetSyntax
import Testing

/// What takes an `await` is needed synchronously only if it was started before; and loops of what may be missing.
@Suite(.timeLimit(.minutes(20))) struct AwaitedServiceTests {
  private func findings(_ lines: [String]) async -> [String] {
    let text = """
      import Facet
      actor Pool { static func open() async throws -> Pool { Pool() } }
      final class Repo: Sendable { init(pool: Pool) {}; init(lazy: Lazy<Pool>) {}; init(later: AsyncLazy<Pool>) {} }
      final class Maybe { init(_ pool: Pool?) {} }
      func set(c: Container) {
      \(lines.joined(separator: "\n"))
      }

      """
    return await ContainerCheck([SourceFile(path: "App.swift", text: text)]).diagnostics.flatMap(\.lines)
  }

  private static let pool = "c.register(Pool.self) { _ async throws in try await Pool.open() }"

  @Test func `A synchronous need is a warning with its remedies`() async {
    #expect(
      await findings([
        Self.pool + ".inObjectScope(.container)",
        "c.register(Repo.self) { r in Repo(pool: try r.require()) }",
      ]) == [
        """
        App.swift:7:47: warning: 'Repo' needs 'Pool' synchronously, which is built asynchronously; let it start \
        eagerly, by startsEagerly() and startAsync(), or await it in an asynchronous factory
        """,
        "App.swift:6:3: note: 'Pool' is registered here, with an asynchronous factory",
      ])
  }

  @Test(
    arguments: [
      [pool + ".startsEagerly()", "c.register(Repo.self) { r in Repo(pool: r.resolve(Pool.self)!) }"],
      [
        "c.register(Pool.self) { _ in try await Pool.open() }.inObjectScope(.container)",
        "c.autoregister(Repo.self, initializer: Repo.init(pool:))", "_ = c.resolve(Repo.self)!",
      ],
      [pool, "c.register(Repo.self) { r in Repo(lazy: try r.require()) }"],
      [pool, "c.autoregister(Maybe.self, initializer: Maybe.init)", "_ = c.resolve(Maybe.self)!"],
      [pool, "c.autoregister(Maybe.self, initializer: Maybe.init)"],
      [pool + ".inObjectScope(.container)", "_ = c.resolve(Pool.self)!"],
      [
        pool + ".inObjectScope(.container)",
        "c.register(Maybe.self) { r in Maybe(try r.require(Pool?.self)) }",
      ],
      [
        pool + ".inObjectScope(.container).implements(AnyObject.self)",
        "c.register(Repo.self) { r in Repo(pool: try r.require(AnyObject.self) as! Pool) }",
      ],
      [
        pool + ".inObjectScope(.container)",
        "c.register(Repo.self) { r async throws in Repo(pool: try r.require()) }",
      ],
      [
        pool + ".inObjectScope(.container)",
        "c.register(Int.self) { _ in 1 }.initCompleted { r, _ in _ = try r.require(Pool.self) }",
      ],
      [pool, "_ = c.resolve(Pool.self)!"],
    ])
  func `A synchronous need is found in any form`(_ lines: [String]) async {
    #expect(await findings(lines).filter { $0.contains("built asynchronously") }.count == 1, "\(lines)")
  }

  @Test(
    arguments: [
      [
        pool + ".inObjectScope(.container)",
        "c.register(Repo.self) { r async throws in Repo(pool: try await r.requireAsync()) }",
      ],
      [
        pool + ".inObjectScope(.container).startsEagerly()",
        "c.register(Repo.self) { r in Repo(pool: try r.require()) }",
      ],
      [
        "let e = " + pool + ".inObjectScope(.container)", "e.startsEagerly()",
        "c.register(Repo.self) { r in Repo(pool: try r.require()) }",
      ],
      [pool, "c.register(Repo.self) { r in Repo(later: try r.require()) }"],
      [
        pool + ".inObjectScope(.container)",
        "c.register(Int.self) { r async throws in _ = try await r.requireAsync(Pool.self); return 1 }.inObjectScope(.container).startsEagerly()",
        "c.register(Repo.self) { r in Repo(pool: try r.require()) }",
      ],
      [
        "c.register(Int.self) { _ in Task { await Task.yield() }; return 1 }",
        "c.register(Bool.self) { r in try r.require(Int.self) == 1 }",
      ],
      [
        pool + ".inObjectScope(.container)",
        "Task { _ = try await c.requireAsync(Pool.self); _ = c.resolve(Pool.self)! }",
      ],
      [
        pool + ".inObjectScope(.container)", "c.autoregister(Repo.self, initializer: Repo.init(pool:))",
        "Task { _ = try await c.requireAsync(Repo.self) }",
      ],
    ])
  func `Nothing is reported where it is awaited or started before`(_ lines: [String]) async {
    #expect(await findings(lines) == [], "\(lines)")
  }

  @Test func `A function that is added to entries may start them, wherever in its chain`() async {
    let text = """
      import Facet
      final class Db: Sendable {}
      final class Repo: Sendable { init(_ db: Db) {} }
      func open() async -> Db { Db() }
      extension ServiceEntry { func eager() -> Self { inObjectScope(.container).startsEagerly() } }
      func set(c: Container) {
        c.register(Db.self) { _ in await open() }.eager()
        c.register(Repo.self) { r in Repo(try r.require()) }
        _ = c.resolve(Repo.self)
      }

      """
    #expect(await ContainerCheck([SourceFile(path: "App.swift", text: text)]).diagnostics == [])
  }

  private func loops(_ lines: String) async -> Int {
    let text = """
      import Facet
      final class A { init(_ b: B?) {}; init(any: Any?) {} }
      final class B { init(_ a: A) {} }
      func set(c: Container, flag: Bool) {
        c.register(B.self) { r in B(try r.require()) }
        \(lines)
      }

      """
    return await ContainerCheck([SourceFile(path: "App.swift", text: text)]).diagnostics.count
  }

  @Test(
    arguments: [
      "c.autoregister(A.self, initializer: A.init(_:))",
      "c.register(A.self) { r in _ = try r.requireAll(B.self); return A(nil) }",
      "c.register(A.self) { r in A(try r.require(B?.self)) }",
      "c.register(A.self) { r in A(r.optional(B.self)) }",
      "c.register(A.self) { r in A(r.optional()) }",
      "c.register(A.self) { r in A(any: r.resolve(B.self) ?? 1) }",
      "c.register(A.self) { r in A(try? r.require(B.self)) }",
      "c.register(A.self) { r in A(any: r.resolveAll(B.self)) }",
      "c.register(A.self) { _ in A(nil) }\nc.decorate(A.self) { r, a in _ = try r.require(B.self); return a }",
    ])
  func `A loop through what may be missing is a loop`(_ lines: String) async {
    #expect(await loops(lines) == 1, "\(lines)")
  }

  @Test(
    arguments: [
      "c.register(A.self) { r in A(any: try r.require(Lazy<B?>.self)) }",
      "c.register(A.self) { r in A(flag ? r.optional(B.self) : nil) }",
      "c.register(A.self) { _ in A(nil) }.resolveProperties { r, a in _ = r.optional(B.self) }",
      "c.register(A.self) { _ in A(nil) }\nc.decorate(A.self) { r, a in A(any: a) }",
    ])
  func `A loop that is opened is none`(_ lines: String) async {
    #expect(await loops(lines) == 0, "\(lines)")
  }
}
