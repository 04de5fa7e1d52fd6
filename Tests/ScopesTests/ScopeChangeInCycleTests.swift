import Facet
import FacetTestSupport
import Testing

private final class Part {
  var owner: Whole?
}
private final class Whole {
  let part: Part?
  init(_ part: Part? = nil) { self.part = part }
}

private final class UncheckedWhole: @unchecked Sendable {
  // Unchecked: a test uses it on one thread.
  let whole: Whole
  init(_ whole: Whole) { self.whole = whole }
}

private func makeCustom() -> ObjectScope {
  ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
}

/// A scope that is changed while a cycle runs holds from the next resolve on, within the cycle as well.
@Suite(.timeLimit(.minutes(20))) struct ScopeChangeInCycleTests {
  /// From every scope to every other one.
  static let changes: [(ObjectScope, ObjectScope)] = {
    let scopes: [ObjectScope] = [.transient, .graph, .container, .weak, makeCustom()]
    return scopes.flatMap { old in scopes.filter { $0 !== old }.map { (old, $0) } }
  }()

  private let container = Container()

  @Test(arguments: changes)
  func `between the build of a service and its use`(old: ObjectScope, new: ObjectScope) throws {
    let entry = container.register { Whole() }.inObjectScope(old)
    container.register([Whole].self) { r in
      let first = try r.require(Whole.self)
      entry.inObjectScope(new)
      return [first, try r.require(Whole.self), try r.require(Whole.self)]
    }
    let wholes = try container.require([Whole].self)
    #expect(wholes[0] !== wholes[1])
    #expect((wholes[1] === wholes[2]) == (new !== ObjectScope.transient))
    #expect((try container.require(Whole.self) === wholes[2]) == isKept(new))
  }

  @Test(arguments: changes)
  func `during the build, by what it needs`(old: ObjectScope, new: ObjectScope) throws {
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }.inObjectScope(old)
    container.register { Part() }.initCompleted { r, part in
      entry.inObjectScope(new)
      part.owner = r.resolve(Whole.self)
    }
    let whole = try container.require(Whole.self)
    let inner = try #require(whole.part?.owner)
    #expect(inner.part === whole.part)
    _ = try container.require(Whole.self)
    container.register { Part() }
    entry.inObjectScope(new)
    #expect((try container.require(Whole.self) === container.require(Whole.self)) == isKept(new))
  }

  @Test(arguments: changes)
  func `nothing is held longer for it`(old: ObjectScope, new: ObjectScope) async throws {
    weak var first: Whole?
    weak var second: Whole?
    do {
      let container = Container()
      let entry = container.register { Whole() }.inObjectScope(old)
      container.register([Whole].self) { r in
        let before = try r.require(Whole.self)
        entry.inObjectScope(new)
        return [before, try r.require(Whole.self)]
      }
      let wholes = try container.require([Whole].self)
      (first, second) = (wholes[0], wholes[1])
    }
    #expect(await isReleased { first })
    #expect(await isReleased { second })
  }

  @Test func `a loop under changing scopes is found`() {
    let runs = Counter()
    let entries = Recorder<ServiceEntry<Whole>>()
    let custom = makeCustom()
    entries.add(
      container.register(Whole.self) { r in
        let scopes: [ObjectScope] = [.container, .graph, .weak, .transient, custom]
        entries.all[0].inObjectScope(scopes[runs.next() % scopes.count])
        return try r.require(Whole.self)
      })
    let error = #expect(throws: ResolutionError.self) { try container.require(Whole.self) }
    #expect(error?.code == .loop)
    #expect(runs.value <= 6)
  }

  @Test func `a service of a joined cycle follows a change to transient`() throws {
    let graph = GraphIdentifier()
    let entry = container.register { Whole() }
    let first = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    entry.inObjectScope(.transient)
    let second = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    #expect(second != nil)
    #expect(second !== first)
  }

  @Test func `a service that its container kept is no part of a cycle that is joined later`() throws {
    let graph = GraphIdentifier()
    let entry = container.register { Whole() }.inObjectScope(.container)
    let first = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    entry.inObjectScope(.graph)
    let second = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    #expect(second != nil)
    #expect(second !== first)
  }

  /// Whether a scope shares an instance between cycles, with somebody who holds it.
  private func isKept(_ scope: ObjectScope) -> Bool {
    scope !== ObjectScope.transient && scope !== ObjectScope.graph
  }
}
