import Facet
import FacetTestSupport
import Testing

/// What `closes(before:)` says, and what wins over it.
@Suite(.timeLimit(.minutes(20))) struct SaidOrderTests {
  final class Part: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }
  private protocol Logging {}
  private final class Log: Logging, Sendable {}

  let container = Container()
  let ended = Recorder<String>()

  @discardableResult
  private func register(
    _ name: String, in scope: ObjectScope = .container, on container: Container? = nil, needs: [String] = [],
    completedBy: [String] = []
  ) -> ServiceEntry<Part> {
    (container ?? self.container).register(Part.self, name: name) { r in
      for need in needs { _ = try r.require(Part.self, name: need) }
      return Part(name)
    }.inObjectScope(scope).initCompleted { r, _ in
      for name in completedBy { _ = r.resolve(Part.self, name: name) }
    }.onClose { [ended] part in ended.add(part.name) }
  }
  private func build(_ names: String..., on container: Container? = nil) throws {
    for name in names { _ = try (container ?? self.container).require(Part.self, name: name) }
  }

  static let scopes = [ObjectScope.container, .scoped, .session]

  @Test(arguments: scopes, [false, true])
  func `a need wins, whenever the other service was built`(scope: ObjectScope, isBuiltBefore: Bool) throws {
    register("log", in: scope).closes(before: Part.self, name: "server")
    register("server", in: scope, needs: ["log"])
    if isBuiltBefore { try build("log") }
    try build("server")
    try container.close()
    #expect(ended.all == ["server", "log"])
  }

  @Test(arguments: [ObjectScope.container, .graph, .transient, .weak])
  func `a need through others wins, also through those that do not end`(scope: ObjectScope) throws {
    register("log").closes(before: Part.self, name: "server")
    register("middle", in: scope, needs: ["log"])
    register("server", needs: ["middle"])
    try build("log", "server")
    try container.close()
    #expect(
      ended.all == (scope === ObjectScope.container ? ["server", "middle", "log"] : ["server", "log"]))
  }

  @Test(arguments: ["forward", "optional", "list", "completion", "initializer"])
  func `a need of any kind wins`(way: String) throws {
    container.register(Log.self) { _ in Log() }.implements((any Logging).self).inObjectScope(.container)
      .onClose { [ended] _ in ended.add("log") }.closes(before: Part.self)
    let entry =
      way == "initializer"
      ? container.autoregister(Part.self, initializer: { (_: Log) in Part("server") })
      : container.register(Part.self) { r in
        switch way {
        case "forward": _ = try r.require((any Logging).self)
        case "optional": _ = try r.require(Log?.self)
        case "list": _ = r.resolveAll((any Logging).self)
        default: break
        }
        return Part("server")
      }
    entry.inObjectScope(.container).onClose { [ended] _ in ended.add("server") }
      .initCompleted { r, _ in if way == "completion" { _ = r.resolve(Log.self) } }
    _ = (try container.require(Log.self), try container.require(Part.self))
    try container.close()
    #expect(ended.all == ["server", "log"])
  }

  @Test(arguments: [false, true]) func `a need of an awaited factory wins`(isBuiltBefore: Bool) async throws {
    let ended = ended
    container.register(Log.self) { _ async in Log() }.inObjectScope(.container)
      .onClose { _ in ended.add("log") }.closes(before: Part.self)
    container.register(Part.self) { r async throws in
      _ = try await r.requireAsync(Log.self)
      return Part("server")
    }.inObjectScope(.container).onClose { _ in ended.add("server") }
    if isBuiltBefore { _ = try await container.requireAsync(Log.self) }
    _ = try await container.requireAsync(Part.self)
    try await container.closeAsync()
    #expect(ended.all == ["server", "log"])
  }

  @Test func `what was got by a lazy ends later, whatever is said`() throws {
    register("log").closes(before: [Lazy<Part>].self)
    container.register([Lazy<Part>].self) { r in [try r.require(name: "log")] }.inObjectScope(.container)
      .onClose { [ended] _ in ended.add("list") }
    let list = try container.require([Lazy<Part>].self)
    _ = list[0].value
    try container.close()
    #expect(ended.all == ["list", "log"])
  }

  @Test func `who needs a service that ends earlier ends before that, and no other order changes`() throws {
    register("log").closes(before: Part.self, name: "server")
    register("store", needs: ["log"])
    register("disk")
    register("server", needs: ["disk"])
    register("clock")
    try build("log", "store", "server", "clock")
    try container.close()
    #expect(ended.all == ["clock", "store", "log", "server", "disk"])
  }

  @Test func `what is said of services that were built before it was said is right, too`() throws {
    register("disk")
    register("server", needs: ["disk"])
    try build("server")
    register("log").closes(before: Part.self, name: "server")
    try build("log")
    register("first").closes(before: Part.self, name: "log")
    try build("first")
    try container.close()
    #expect(ended.all == ["first", "log", "server", "disk"])
  }

  @Test func `a chain of what is said is kept, and in a circle of it the order of creation counts`() throws {
    register("a").closes(before: Part.self, name: "b")
    register("b").closes(before: Part.self, name: "c")
    register("c")
    try build("a", "b", "c")
    container.removeAll()
    #expect(ended.all == ["a", "b", "c"])
    register("a").closes(before: Part.self, name: "b").closes(before: Part.self, name: "a")
    register("b").closes(before: Part.self, name: "c")
    register("c").closes(before: Part.self, name: "a")
    register("d").closes(before: Part.self, name: "c")
    try build("a", "d", "b", "c")
    container.removeAll()
    #expect(ended.all.dropFirst(3) == ["d", "c", "b", "a"])
    // One with a need does not count, and the need does.
    register("a").closes(before: Part.self, name: "b")
    register("b").closes(before: Part.self, name: "c")
    register("c", needs: ["a"])
    try build("a", "b", "c")
    try container.close()
    #expect(ended.all.dropFirst(7) == ["c", "b", "a"])
  }

  @Test(arguments: [["a", "b"], ["b", "a"]])
  func `between services that need one another, what is said counts`(order: [String]) throws {
    let entries = ["a": register("a", needs: ["b"]), "b": register("b", completedBy: ["a"])]
    entries[order[0]]?.closes(before: Part.self, name: order[1])
    try build("b")
    try container.close()
    #expect(ended.all == order)
  }

  @Test func `a reset, a copy and a layer keep the order, too`() throws {
    register("log", in: .session).closes(before: Part.self, name: "server")
    register("clock", in: .session).closes(before: Part.self, name: "server")
    register("server", in: .session, needs: ["log"])
    let layer = container.overriding { $0.register(Log.self) { _ in Log() } }
    for each in [container, container.copy(), layer] {
      try build("clock", "log", "server", on: each)
      try each.close(.session)
      try build("clock", "log", "server", on: each)
      each.resetObjectScope(.session)
    }
    #expect(ended.all == Array(repeating: ["clock", "server", "log"], count: 6).flatMap(\.self))
  }

  @Test func `children that come and go keep nothing of their needs`() throws {
    register("log").closes(before: Part.self, name: "server")
    register("server", needs: ["log"])
    try build("server")
    for _ in 0..<1_000 {
      let child = Container(parent: container)
      register("handler", on: child, needs: ["server"])
      try build("handler", on: child)
      try child.close()
    }
    register("late", needs: ["server"])
    try build("late")
    let (count, last) = (ended.all.count, 3)
    try container.close()
    #expect(ended.all.count == count + last)
    #expect(ended.all.suffix(last) == ["late", "server", "log"])
  }
}
