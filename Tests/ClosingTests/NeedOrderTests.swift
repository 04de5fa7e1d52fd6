import Facet
import FacetTestSupport
import Foundation
import Testing

/// Who got a service ends before it: noted for each instance, not for its entry or type.
@Suite(.timeLimit(.minutes(20))) struct NeedOrderTests {
  final class Part: @unchecked Sendable {
    // Unchecked: set while it is built, on one thread.
    let name: String
    var later: Lazy<Part>?
    init(_ name: String) { self.name = name }
  }
  private final class Keeper<Later: Sendable>: Sendable {
    let later: Later
    init(_ later: Later) { self.later = later }
  }

  let container = Container()
  let ended = Recorder<String>()

  /// Registers a part that needs others, and one that gets another one later.
  @discardableResult
  private func register(
    _ name: String, needs: [String] = [], later: String? = nil, in scope: ObjectScope = .container
  ) -> ServiceEntry<Part> {
    container.register(Part.self, name: name) { r in
      let part = Part(name)
      for need in needs { _ = try r.require(Part.self, name: need) }
      if let later { part.later = try r.require(name: later) }
      return part
    }.inObjectScope(scope).onClose { [ended] part in ended.add(part.name) }
  }
  private func part(_ name: String) throws -> Part { try container.require(name: name) }

  @Test(arguments: [false, true])
  func `what a lazy gave ends before what that got, also if this was there before`(isEarly: Bool) throws {
    register("gauge")
    register("metrics", needs: ["gauge"])
    register("cache", later: "metrics")
    let cache = try part("cache")
    if isEarly { _ = try part("gauge") }
    _ = cache.later?.value
    try container.close()
    #expect(ended.all == ["cache", "metrics", "gauge"])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .weak], [false, true])
  func `so it does through services that do not end`(scope: ObjectScope, isEarly: Bool) throws {
    register("gauge")
    register("meter", needs: ["gauge"], in: scope)
    register("metrics", needs: ["meter"])
    register("cache", later: "metrics")
    let cache = try part("cache")
    if isEarly { _ = try part("gauge") }
    _ = cache.later?.value
    try container.close()
    #expect(ended.all == ["cache", "metrics", "gauge"])
  }

  @Test func `an instance of the top-level resolve hands on what it got`() throws {
    register("gauge")
    register("meter", needs: ["gauge"], in: .graph)
    register("metrics", needs: ["meter"])
    register("cache", later: "metrics")
    let cache = try part("cache")
    _ = try part("gauge")
    container.register([Part].self) { r in
      // The metrics find the meter that is there.
      [try r.require(Part.self, name: "meter"), try r.require(Part.self, name: "metrics")]
    }
    _ = try container.require([Part].self)
    _ = cache.later?.value
    try container.close()
    #expect(ended.all == ["cache", "metrics", "gauge"])
  }

  @Test(arguments: ["server", "router"])
  func `in a circle, what was got in the build counts before what came by a lazy`(first: String) throws {
    register("server", later: "router")
    register("router", needs: ["server"])
    _ = try part(first)
    _ = try part("server").later?.value
    try container.close()
    #expect(ended.all == ["router", "server"])
  }

  @Test func `who is in no circle with a younger service that it got ends before it`() throws {
    register("log")
    register("router", needs: ["server"])
    container.register(Part.self, name: "server") { r in
      let server = Part("server")
      let (log, router) = (
        try r.require(Lazy<Part>.self, name: "log"), try r.require(Lazy<Part>.self, name: "router")
      )
      server.later = router
      return Uses.keep(log, for: server)
    }.inObjectScope(.container).onClose { [ended] part in ended.add(part.name) }
    let server = try part("server")
    _ = server.later?.value
    _ = Uses.lazy(of: server).value
    try container.close()
    #expect(ended.all == ["router", "server", "log"])
  }
  /// More lazies of parts.
  private enum Uses {
    nonisolated(unsafe) private static var all: [ObjectIdentifier: Lazy<Part>] = [:]
    static func keep(_ lazy: Lazy<Part>, for part: Part) -> Part {
      all[ObjectIdentifier(part)] = lazy
      return part
    }
    static func lazy(of part: Part) -> Lazy<Part> { all[ObjectIdentifier(part)]! }
  }

  @Test func `two instances of one entry have needs of their own`() throws {
    let ended = ended
    container.register(Part.self) { (r, number: Int) in
      let part = Part("\(number)")
      if number == 1 { part.later = try r.require(argument: 2) }
      return part
    }.inObjectScope(.perArgument).onClose { ended.add($0.name) }
    _ = try container.require(Part.self, argument: 1).later?.value
    try container.close()
    #expect(ended.all == ["1", "2"])
  }

  @Test func `a later instance does not inherit what an earlier one got`() throws {
    let (container, ended, count) = (container, ended, Counter())
    register("log", needs: ["server"])
    container.register(Part.self, name: "server") { r in
      let server = Part("server \(count.next())")
      server.later = try r.require(name: "log")
      return server
    }.inObjectScope(.container).onClose { ended.add($0.name) }
    let first = try part("server")
    container.resetObjectScope(.container)
    _ = try part("server")
    _ = first.later?.value
    try container.close()
    #expect(ended.all == ["server 1", "log", "server 2"])
  }

  @Test func `one that was given up while it was built ends before what its lazy gave`() throws {
    let (container, ended, count) = (container, ended, Counter())
    register("log")
    container.register(Part.self, name: "server") { r in
      let server = Part("server")
      server.later = try r.require(name: "log")
      if count.next() == 1 { container.resetObjectScope(.container) }
      return server
    }.inObjectScope(.container).onClose { ended.add($0.name) }
    _ = try part("server").later?.value
    try container.close()
    #expect(ended.all == ["server", "log"])
  }

  @Test func `a lazy of many gives all of them, however often its user's user got something`() throws {
    register("a")
    register("b")
    let (container, ended) = (container, ended)
    let names = (0..<80).map { "plugin \($0)" }
    for name in names {
      container.register(Int.self, name: name) { _ in 1 }.inObjectScope(.container).onClose { _ in
        ended.add(name)
      }
    }
    container.register(Keeper<Lazy<[Int]>>.self) { r in Keeper(try r.require(Lazy<[Int]>.self)) }
      .inObjectScope(.container).onClose { _ in ended.add("keeper") }
    _ = try container.require(Keeper<Lazy<[Int]>>.self)
    container.register(Part.self) { r in
      for _ in 0..<10 {
        _ = try (r.require(Part.self, name: "a"), r.require(Part.self, name: "b"))
      }
      _ = try r.require(Keeper<Lazy<[Int]>>.self).later.value
      return Part("user")
    }.inObjectScope(.container).onClose { [ended] part in ended.add(part.name) }
    _ = try container.require(Part.self)
    try container.close()
    #expect(ended.all == ["user", "b", "a", "keeper"] + names.reversed())
  }

  @Test func `what is built for a service that nobody keeps, by a lazy, ends after its user`() throws {
    register("store")
    register("report", needs: ["store"], in: .transient)
    register("office", later: "report")
    _ = try part("office").later?.value
    try container.close()
    #expect(ended.all == ["office", "store"])
  }

  @Test(arguments: [false, true])
  func `each wrapper gives what ends later`(isBuiltBefore: Bool) async throws {
    func endsFirst<Later: Sendable>(
      _ make: @escaping @Sendable (any Resolver) throws -> Later, _ use: (Later) async throws -> Void
    ) async throws {
      let (container, ended) = (Container(), Recorder<String>())
      container.register(Part.self) { _ in Part("part") }.inObjectScope(.container).onClose {
        ended.add($0.name)
      }
      container.register(Keeper<Later>.self) { r in Keeper(try make(r)) }.inObjectScope(.container)
        .onClose { _ in ended.add("keeper") }
      let keeper = try container.require(Keeper<Later>.self)
      if isBuiltBefore { _ = try container.require(Part.self) }
      try await use(keeper.later)
      try container.close()
      #expect(ended.all == ["keeper", "part"], "\(Later.self)")
    }
    try await endsFirst({ try $0.require(Lazy<Part>.self) }) { _ = $0.value }
    try await endsFirst({ try $0.require(Provider<Part>.self) }) { _ = $0() }
    try await endsFirst({ try $0.require(Provider<[Part]>.self) }) { _ = $0() }
    try await endsFirst({ try $0.require(AsyncLazy<Part>.self) }) { _ = try await $0.require() }
    try await endsFirst({ try $0.require(AsyncProvider<Part>.self) }) { _ = try await $0.require() }
    try await endsFirst({ try $0.require(AsyncProvider<Part?>.self) }) { _ = try await $0.require() }
  }

  // MARK: - Nothing is lost or held

  enum Failure: CaseIterable, Sendable { case decorator, completion, closedMeanwhile }

  @Test(arguments: [ObjectScope.container, .scoped, .session], Failure.allCases)
  func `what a factory has returned ends, whoever fails afterwards`(scope: ObjectScope, failure: Failure)
    throws
  {
    let (container, ended, count) = (container, ended, Counter())
    container.failureHandler = { _ in }
    container.register(Int.self) { _ in 7 }
    let entry = container.register(Part.self) { _ in
      let number = count.next()
      if failure == .closedMeanwhile { _ = ThreadRun { try? container.close() }.result }
      return Part("\(number)")
    }.inObjectScope(scope).onClose { ended.add($0.name) }
    if failure == .completion {
      entry.initCompleted { _, part in if part.name == "1" { throw Broken() } }
    } else {
      container.decorate(Part.self) { r, inner in
        _ = try r.require(Int.self)
        if failure == .decorator, inner.name == "1" { throw Broken() }
        return inner
      }
    }
    #expect(container.resolve(Part.self) == nil)
    #expect(ended.all == ["1"])
    if failure == .closedMeanwhile { return }
    #expect(container.resolve(Part.self)?.name == "2")
    try container.close()
    #expect(ended.all == ["1", "2"])
  }

  @Test func `so does what an asynchronous factory has returned`() async throws {
    let (container, ended, count) = (container, ended, Counter())
    container.register(Part.self) { _ async in Part("\(count.next())") }.inObjectScope(.container)
      .onClose { ended.add($0.name) }
    container.decorate(Part.self) { _, inner in
      if inner.name == "1" { throw Broken() }
      return inner
    }
    await #expect(throws: ResolutionError.self) { try await container.requireAsync(Part.self) }
    #expect(ended.all == ["1"])
  }

  @Test(arguments: [ObjectScope.scoped, .container, .session, .perArgument, .weak])
  func `a container that is released without a close releases what it keeps, also with wrappers`(
    scope: ObjectScope
  ) async throws {
    register("clock")
    weak var seen: Part?
    do {
      let child = Container(parent: container)
      (scope === ObjectScope.scoped ? container : child).register(Part.self) { r in
        let part = Part("handler")
        part.later = try r.require(name: "clock")
        return part
      }.inObjectScope(scope)
      let part = try child.require(Part.self)
      _ = part.later?.value
      seen = part
    }
    #expect(await isReleased { seen })
  }

  @Test(arguments: [false, true], [false, true])
  func `an overriding copy, or a copy with its parents, ends what the copies of these keep`(
    isOverriding: Bool, isAwaited: Bool
  )
    async throws
  {
    register("database")
    let child = Container(parent: container)
    child.register(Int.self) { r in
      _ = try r.require(Part.self, name: "database")
      return 1
    }.inObjectScope(.container).onClose { [ended] _ in ended.add("handler") }
    let copy =
      isOverriding
      ? child.overriding { $0.register(String.self) { _ in "" } } : child.copy(includingParents: true)
    _ = try copy.require(Int.self)
    if isAwaited { try await copy.closeAsync() } else { try copy.close() }
    #expect(ended.all == ["handler", "database"])
    #expect(copy.parent?.isClosed == true)
    #expect(!child.isClosed && !container.isClosed)
    try child.close()
    try container.close()
    #expect(ended.all.count == 2)
  }

  private enum Request { @TaskLocal static var id = 0 }

  @Test func `the actions of an awaited close see the task-local values of the caller`() async throws {
    let seen = Recorder<Int>()
    container.register(Part.self) { _ in Part("part") }.inObjectScope(.container)
      .onClose { _ async in seen.add(Request.id) }.onClose { _ in seen.add(Request.id) }
    _ = try container.require(Part.self)
    let container = container
    try await Request.$id.withValue(7) { try await container.closeAsync() }
    #expect(seen.all == [7, 7])
  }

  enum Call: CaseIterable, Sendable { case reset, closeScope, unregister, register, removeAll, move }

  @Test(arguments: Call.allCases, [false, true])
  func `an awaited close waits for ends on other threads`(call: Call, isOfScope: Bool) async throws {
    let (container, ended, stop) = (container, ended, Stop())
    register("database")
    let entry = container.register(Part.self) { _ in Part("transaction") }.inObjectScope(.session)
      .onClose { part in
        stop.halt()
        ended.add(part.name)
      }
    _ = try (container.require(Part.self), container.require(Part.self, name: "database"))
    let other = ThreadRun {
      switch call {
      case .reset: container.resetObjectScope(.session)
      case .closeScope: try? container.close(.session)
      case .unregister: container.unregister(Part.self)
      case .register: container.register(Part.self) { _ in Part("new") }
      case .removeAll: container.removeAll()
      case .move: entry.inObjectScope(.weak)
      }
    }
    stop.waitForArrival()
    let close = Task {
      if isOfScope { try await container.closeAsync(.session) } else { try await container.closeAsync() }
      ended.add("closed")
    }
    for _ in 0..<100 { await Task.yield() }
    stop.release()
    _ = other.result
    try await close.value
    let last = call == .removeAll || isOfScope ? [] : ["database"]
    #expect(ended.all.filter { $0 != "database" } == ["transaction", "closed"])
    #expect(ended.all.firstIndex(of: "transaction")! < ended.all.firstIndex(of: last.first ?? "closed")!)
  }
}
