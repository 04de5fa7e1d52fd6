import Facet
import FacetTestSupport
import Testing

private struct Numbered: Sendable { let number: Int }
private final class Shelf: @unchecked Sendable {
  var store: Numbered?
}

/// Notes each call, with the number of the store that it is about.
private final class NotingStorage: InstanceStorage {
  private let calls: Recorder<String>
  private var kept: Any?

  init(_ calls: Recorder<String>) {
    self.calls = calls
  }

  private func name(_ value: Any?) -> String { (value as? Numbered).map { "\($0.number)" } ?? "nothing" }

  var instance: Any? {
    get {
      calls.add("get \(name(kept))")
      return kept
    }
    set {
      calls.add("set \(name(newValue))")
      kept = newValue
    }
  }

  func instance(inGraph graph: GraphIdentifier) -> Any? {
    calls.add("get \(name(kept)) in graph")
    return kept
  }

  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    calls.add("set \(name(instance)) in graph")
    kept = instance
  }

  func graphResolutionCompleted() {
    calls.add("completed")
  }
}

/// When a custom storage is made and called, in order.
@Suite(.timeLimit(.minutes(20))) struct StorageOrderTests {
  private let container = Container()
  private let calls = Recorder<String>()
  private let numbers = Counter()
  private let scope: ObjectScope

  init() {
    scope = ObjectScope(storageFactory: { [calls] in
      calls.add("made")
      return NotingStorage(calls)
    })
  }

  /// Registers a store in the scope, which needs what `prepare` resolves.
  private func register(_ prepare: @escaping @Sendable (any Resolver) throws -> Void = { _ in })
    -> ServiceEntry<Numbered>
  {
    container.register(Numbered.self) { [calls, numbers] r in
      let number = numbers.next()
      calls.add("build \(number)")
      try prepare(r)
      return Numbered(number: number)
    }.inObjectScope(scope)
      .initCompleted { [calls] _, store in calls.add("complete \(store.number)") }
  }

  @Test func `a miss reads before the build, and sets once, when the instance is complete`() throws {
    _ = register()
    #expect(calls.all == [])
    #expect(try container.require(Numbered.self).number == 1)
    #expect(
      calls.all == [
        "made", "get nothing in graph", "build 1", "complete 1", "set 1 in graph", "completed",
      ])
  }

  @Test func `the same holds of a service that is awaited, also if its build fails`() async throws {
    container.register(Numbered.self) { [calls, numbers] _ async throws in
      let number = numbers.next()
      calls.add("build \(number)")
      if number == 1 { throw CancellationError() }
      return Numbered(number: number)
    }.inObjectScope(scope)
    _ = try? await container.requireAsync(Numbered.self)
    #expect(calls.all == ["made", "get nothing in graph", "build 1", "completed"])
    _ = try await container.requireAsync(Numbered.self)
    #expect(calls.all.dropFirst(4) == ["get nothing in graph", "build 2", "set 2 in graph", "completed"])
    _ = try await container.requireAsync(Numbered.self)
    #expect(calls.all.dropFirst(8) == ["get 2 in graph", "completed"])
  }

  @Test func `a storage is told when the awaited resolve is over, and not after each part of it`()
    async throws
  {
    _ = register()
    container.register([Numbered].self) { [calls] r async throws in
      let first = try r.require(Numbered.self)
      calls.add("between")
      return [first, try r.require(Numbered.self)]
    }
    _ = try await container.requireAsync([Numbered].self)
    #expect(
      calls.all.filter { ["between", "completed"].contains($0) } == ["between", "completed"])
  }

  @Test func `what a storage resolves when it is told is no part of the resolve that has ended`() throws {
    let found = Recorder<ObjectIdentifier>()
    container.register(Shelf.self) { _ in Shelf() }
      .initCompleted { [found] _, shelf in found.add(ObjectIdentifier(shelf)) }
    let scope = ObjectScope(storageFactory: { [unowned container] in
      TellingStorage { _ = container.resolve(Shelf.self) }
    })
    container.register([Shelf].self) { r in [try r.require()] }.inObjectScope(scope)
    let shelves = try container.require([Shelf].self)
    #expect(found.all.count == 2 && found.all[0] == ObjectIdentifier(shelves[0]))
  }

  @Test func `a scope that is replaced before the first use makes no storage`() throws {
    _ = register().inObjectScope(.graph)
    _ = try container.require(Numbered.self)
    #expect(calls.all == ["build 1", "complete 1"])
  }

  @Test
  func `a hit reads once, a cycle with two tells its end once, and a reset reads once and sets nothing`()
    throws
  {
    _ = register()
    container.register([Numbered].self) { r in [try r.require(), try r.require()] }
    _ = try container.require(Numbered.self)
    let before = calls.all.count
    _ = try container.require([Numbered].self)
    container.resetObjectScope(scope)
    #expect(
      Array(calls.all.dropFirst(before)) == [
        "get 1 in graph", "get 1 in graph", "completed", "get 1", "set nothing",
      ])
  }

  @Test func `a second build within the first is the one that is kept`() throws {
    container.register(Shelf.self) { _ in Shelf() }
      .initCompleted { r, shelf in shelf.store = r.resolve(Numbered.self) }
    _ = register { r in _ = try r.require(Shelf.self) }
    #expect(try container.require(Numbered.self).number == 2)
    #expect(
      calls.all == [
        "made", "get nothing in graph", "build 1", "build 2", "complete 2", "set 2 in graph", "completed",
      ])
  }
}
