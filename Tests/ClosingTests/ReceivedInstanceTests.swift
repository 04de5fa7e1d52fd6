import Facet
import FacetTestSupport
import Testing

/// An instance ends before those that it received, in whatever state it received them.
///
/// Each order is the reverse of the one that counts if nothing is known.
@Suite struct ReceivedInstanceTests {
  struct Ill: Error {}

  /// A service, by its name.
  final class Part: Sendable {
    let name: String
    let held: [Part]
    let lazies: [Lazy<Part>]

    init(_ name: String, held: [Part] = [], lazies: [Lazy<Part>] = []) {
      self.name = name
      self.held = held
      self.lazies = lazies
    }
  }

  let container = Container()
  let ended = Recorder<String>()

  init() { container.failureHandler = { _ in } }

  @discardableResult
  private func register(
    _ name: String, in scope: ObjectScope = .container,
    _ factory: @escaping @Sendable (any Resolver) throws -> [Part] = { _ in [] },
    completedBy completion: @escaping @Sendable (any Resolver) throws -> Void = { _ in }
  ) -> ServiceEntry<Part> {
    container.register(Part.self, name: name) { r in Part(name, held: try factory(r)) }
      .inObjectScope(scope).initCompleted { r, _ in try completion(r) }
  }

  private func registerEnding(
    _ name: String, in scope: ObjectScope = .container,
    _ factory: @escaping @Sendable (any Resolver) throws -> [Part] = { _ in [] },
    completedBy completion: @escaping @Sendable (any Resolver) throws -> Void = { _ in }
  ) {
    register(name, in: scope, factory, completedBy: completion)
      .onClose { [ended] part in ended.add(part.name) }
  }

  private func order() throws -> [String] {
    try container.close()
    return ended.all
  }

  @Test func `one that was reset while it was built`() throws {
    registerEnding("log", in: .scoped)
    registerEnding("client") { r in
      [try r.require(name: "log")]
    } completedBy: { [container] _ in
      container.resetObjectScope(.container)
    }
    registerEnding("session", in: .scoped) { _ in
      []
    } completedBy: { r in
      _ = try r.require(Part.self, name: "client")
    }
    let session = try container.require(Part.self, name: "session")
    #expect(try order() == ["session", "log"])
    withExtendedLifetime(session) {}
  }

  @Test func `a value in weak scope`() throws {
    registerEnding("log")
    container.register([Part].self) { r in [try r.require(name: "log")] }.inObjectScope(.weak)
    registerEnding("server") { _ in
      []
    } completedBy: { r in
      _ = try r.require([Part].self)
    }
    _ = try container.require(Part.self, name: "server")
    #expect(try order() == ["server", "log"])
  }

  @Test func `one that is incomplete, and that receives something only then`() throws {
    registerEnding("log")
    registerEnding("view") { r in [try r.require(name: "model")] }
    register("model") { _ in
      []
    } completedBy: { r in
      _ = try r.require(Part.self, name: "view")
      _ = try r.require(Part.self, name: "log")
    }
    _ = try container.require(Part.self, name: "model")
    #expect(try order() == ["view", "log"])
  }

  @Test func `what an asynchronous lazy gave, also if another caller had built it`() async throws {
    registerEnding("log")
    container.register([AsyncLazy<Part>].self) { r in [try r.require(name: "log")] }.inObjectScope(.container)
      .onClose { [ended] _ in ended.add("list") }
    let lazy = try container.require([AsyncLazy<Part>].self)[0]
    _ = try container.require(Part.self, name: "log")
    _ = try await lazy.require()
    #expect(try order() == ["list", "log"])
  }
}
