import Facet
import FacetTestSupport
import Testing

/// Who got a service ends before it, in whatever state it was then.
@Suite(.timeLimit(.minutes(20))) struct EndOrderTests {
  final class Part: Sendable {
    let name: String
    let parts: [Part]
    init(_ name: String, _ parts: [Part] = []) {
      self.name = name
      self.parts = parts
    }
  }

  struct Lazily: Sendable { let part: Lazy<Part> }

  let container = Container()
  let ended = Recorder<String>()

  /// Registers a part that needs others, and one whose completion gets others; `then` is a part of the completion.
  @discardableResult
  private func register(
    _ name: String, in scope: ObjectScope = .container, on container: Container? = nil, needs: [String] = [],
    completedBy: [String] = [], then: @escaping @Sendable (any Resolver) -> Void = { _ in }
  ) -> ServiceEntry<Part> {
    (container ?? self.container).register(Part.self, name: name) { r in
      Part(name, try needs.map { try r.require(Part.self, name: $0) })
    }.inObjectScope(scope).initCompleted { r, _ in
      for name in completedBy { _ = r.resolve(Part.self, name: name) }
      then(r)
    }.onClose { [ended] part in ended.add(part.name) }
  }

  private func build(_ names: String...) throws {
    for name in names { _ = try container.require(Part.self, name: name) }
  }

  @Test(arguments: [ObjectScope.container, .scoped, .session])
  func `what a completion got ends later, though it is younger`(scope: ObjectScope) throws {
    register("log", in: scope)
    register("server", in: scope, completedBy: ["log"])
    try build("server")
    try container.close()
    #expect(ended.all == ["server", "log"])
  }

  @Test func `what a lazy gave ends later, and so does what that needs`() throws {
    register("disk")
    register("log", needs: ["disk"])
    container.register(Lazily.self) { r in Lazily(part: try r.require(name: "log")) }
      .inObjectScope(.container)
      .onClose { [ended] lazily in ended.add("lazily with \(lazily.part.instance.name)") }
    container.register([Lazily].self) { r in [try r.require()] }.inObjectScope(.container)
      .onClose { [ended] _ in ended.add("list") }
    let list = try container.require([Lazily].self)
    _ = list[0].part.instance
    try container.close()
    #expect(ended.all == ["list", "lazily with log", "log", "disk"])
  }

  @Test func `what a service of a lazy has ends after that, whoever built both, and when`() throws {
    register("disk")
    register("log", needs: ["disk"])
    container.register(Lazily.self) { r in Lazily(part: try r.require(name: "log")) }
      .inObjectScope(.container)
      .onClose { [ended] _ in ended.add("lazily") }
    let lazily = try container.require(Lazily.self)
    // Without the lazy, which finds it then.
    try build("log")
    _ = lazily.part.instance
    try container.close()
    #expect(ended.all == ["lazily", "log", "disk"])
  }

  @Test func `what another thread builds while a lazy is used ends first, if it has the service`() throws {
    let container = container
    register("depot")
    container.register(Part.self, name: "log") { r in
      _ = ThreadRun { container.resolve(Part.self, name: "page") != nil }.result
      return Part("log", [try r.require(name: "depot")])
    }.inObjectScope(.container)
      .onClose { [ended] part in ended.add(part.name) }
    container.register(Lazily.self) { r in Lazily(part: try r.require(name: "log")) }
      .inObjectScope(.container)
      .onClose { [ended] _ in ended.add("lazily") }
    container.register(Part.self, name: "page") { r in
      _ = try r.require(Lazily.self)
      return Part("page")
    }.inObjectScope(.container)
      .onClose { [ended] part in ended.add(part.name) }
    _ = try container.require(Lazily.self).part.instance
    try container.close()
    #expect(ended.all == ["page", "lazily", "log", "depot"])
  }

  @Test(arguments: [ObjectScope.graph, .weak])
  func `what came through services of the cycle, or such as are held weakly, ends later`(scope: ObjectScope)
    throws
  {
    register("log")
    register("middle", in: scope, completedBy: ["log"])
    register("top", needs: ["middle"])
    try build("top")
    try container.close()
    #expect(ended.all == ["top", "log"])
  }

  @Test func `what another service of the cycle has built already counts, too`() throws {
    register("log")
    register("middle", in: .graph, completedBy: ["log"])
    register("keeper", completedBy: ["middle"])
    register("first", in: .graph, needs: ["middle"])
    // The keeper is built before the log, and gets the middle from the cycle.
    container.register([Part].self) { r in
      [try r.require(Part.self, name: "first"), try r.require(Part.self, name: "keeper")]
    }
    _ = try container.require([Part].self)
    try container.close()
    #expect(ended.all == ["keeper", "log"])
  }

  @Test func `circles, and what is not known, end in the reverse order of creation`() throws {
    register("alone")
    register("first", completedBy: ["second"])
    register("second", needs: ["first"])
    register("last")
    register("outer", completedBy: ["first"])
    try build("alone", "first", "outer", "last")
    try container.close()
    #expect(ended.all == ["last", "outer", "second", "first", "alone"])
  }

  @Test func `a service of a parent ends after the child's that got it`() throws {
    register("log")
    let child = Container(parent: container)
    register("handler", on: child, completedBy: ["log"])
    _ = try child.require(Part.self, name: "handler")
    try container.close()
    #expect(ended.all == ["handler", "log"])
  }

  @Test func `what asynchronous factories got ends later`() async throws {
    let ended = ended
    register("log")
    container.register(Part.self, name: "pool") { r async throws in
      Part("pool", [try await r.requireAsync(Part.self, name: "log")])
    }.inObjectScope(.container).onClose { part in
      await Task.yield()
      ended.add(part.name)
    }
    container.register(Part.self, name: "server") { _ async in Part("server") }.inObjectScope(.container)
      .initCompleted { r, _ in _ = try? await r.requireAsync(Part.self, name: "pool") }
      .onClose { part in
        await Task.yield()
        ended.add(part.name)
      }
    _ = try await container.requireAsync(Part.self, name: "server")
    try await container.closeAsync()
    #expect(ended.all == ["server", "pool", "log"])
  }

  /// Has something that gives parts later.
  final class Holder<Later: Sendable>: Sendable {
    let later: Later
    init(_ later: Later) { self.later = later }
  }
  final class Injected: @unchecked Sendable {
    // Unchecked: the properties are safe from any thread.
    @LazyInjected var part: Part?
    @LazyInjected var parts: [Part]
  }

  /// A shared service that got a `Later` ends before the part that its use gives: one that was built before the use, or in it.
  private func endsFirst<Later: Sendable>(
    _ make: @escaping @Sendable (any Resolver) throws -> Later, _ use: (Later) async throws -> Void
  ) async throws {
    for isBuiltBefore in [false, true] {
      let (container, ended) = (Container(), Recorder<String>())
      container.register(Part.self) { _ in Part("part") }.inObjectScope(.container)
        .onClose { part in ended.add(part.name) }
      container.register(Holder<Later>.self) { r in Holder(try make(r)) }.inObjectScope(.container)
        .onClose { _ in ended.add("holder") }
      let holder = try container.require(Holder<Later>.self)
      if isBuiltBefore { _ = try container.require(Part.self) }
      try await use(holder.later)
      try container.close()
      #expect(ended.all == ["holder", "part"], "\(Later.self), built before: \(isBuiltBefore)")
    }
  }

  @Test func `what came in an optional, a list or another lazy ends later, too`() async throws {
    try await endsFirst({ try $0.require(Lazy<Part?>.self) }) { _ = $0.value }
    try await endsFirst({ try $0.require(Lazy<[Part]>.self) }) { _ = $0.value }
    try await endsFirst({ try $0.require(Lazy<[Part]?>.self) }) { _ = $0.value }
    try await endsFirst({ try $0.require(Lazy<Lazy<Part>>.self) }) { _ = $0.value.value }
    try await endsFirst({ try $0.require(AsyncLazy<Part?>.self) }) { _ = try await $0.require() }
    try await endsFirst({ try $0.require(AsyncLazy<[Part]>.self) }) { _ = try await $0.require() }
    try await endsFirst({ try $0.require(AsyncLazy<Lazy<Part>>.self) }) { _ = try await $0.require().value }
    try await endsFirst({ _ in Injected() }) { _ = $0.part }
    try await endsFirst({ _ in Injected() }) { _ = $0.parts }
  }

  @Test(arguments: [
    ObjectScope.container, .scoped, .session, ObjectScope(storageFactory: { PermanentStorage() }),
  ])
  func `what a lazy gave ends later in every scope`(scope: ObjectScope) throws {
    register("log")
    container.register(Lazily.self) { r in Lazily(part: try r.require(name: "log")) }.inObjectScope(scope)
      .onClose { [ended] _ in ended.add("lazily") }
    _ = try container.require(Lazily.self).part.require()
    try container.close()
    #expect(ended.all == ["lazily", "log"])
  }

  @Test func `a lazy that came by a lazy, and was not used, says nothing`() throws {
    container.register(Holder<Lazy<Lazy<Part>>>.self) { r in Holder(try r.require()) }
      .inObjectScope(.container).onClose { [ended] _ in ended.add("holder") }
    container.register(Part.self) { r in
      _ = try r.require(Holder<Lazy<Lazy<Part>>>.self)
      return Part("part")
    }.inObjectScope(.container).onClose { [ended] part in ended.add(part.name) }
    _ = try container.require(Holder<Lazy<Lazy<Part>>>.self).later.value
    _ = try container.require(Part.self)
    try container.close()
    #expect(ended.all == ["part", "holder"])
  }

  // MARK: - Services in other states

  @Test func `one that was reset while it was built ends right after`() throws {
    register("log", in: .scoped)
    register("client", needs: ["log"]) { [container] _ in container.resetObjectScope(.container) }
    register("session", in: .scoped, completedBy: ["client"])
    let session = try container.require(Part.self, name: "session")
    #expect(ended.all == ["client"])
    try container.close()
    #expect(ended.all == ["client", "session", "log"])
    withExtendedLifetime(session) {}
  }

  @Test func `a value in weak scope`() throws {
    register("log")
    container.register([Part].self) { r in [try r.require(name: "log")] }.inObjectScope(.weak)
    register("server") { r in _ = r.resolve([Part].self) }
    try build("server")
    try container.close()
    #expect(ended.all == ["server", "log"])
  }

  @Test func `one that is incomplete, and that receives something only then`() throws {
    register("log")
    register("view", needs: ["model"])
    register("model", completedBy: ["view", "log"])
    try build("model")
    try container.close()
    #expect(ended.all == ["view", "model", "log"])
  }

  @Test func `what an asynchronous lazy gave, also if another caller had built it`() async throws {
    register("log")
    container.register([AsyncLazy<Part>].self) { r in [try r.require(name: "log")] }.inObjectScope(.container)
      .onClose { [ended] _ in ended.add("list") }
    let lazy = try container.require([AsyncLazy<Part>].self)[0]
    try build("log")
    _ = try await lazy.require()
    try container.close()
    #expect(ended.all == ["list", "log"])
  }
}
