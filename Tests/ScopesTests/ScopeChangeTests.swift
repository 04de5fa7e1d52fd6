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

/// A scope that is changed holds from the next resolve on, also within the cycle that runs.
@Suite(.timeLimit(.minutes(20))) struct ScopeChangeTests {
  private let container = Container()

  /// From every scope to every other one.
  static let changes: [(ObjectScope, ObjectScope)] = {
    let scopes: [ObjectScope] = [.transient, .graph, .container, .weak, .perArgument, .storing]
    return scopes.flatMap { old in scopes.filter { $0 !== old }.map { (old, $0) } }
  }()

  /// Whether a scope shares an instance between cycles, with somebody who holds it.
  private func isKept(_ scope: ObjectScope) -> Bool {
    scope !== ObjectScope.transient && scope !== ObjectScope.graph
  }

  @Test(arguments: changes)
  func `between two resolves, the old instance is given up`(old: ObjectScope, new: ObjectScope) async throws {
    let entry = container.register { Whole() }.inObjectScope(old)
    weak var before: Whole?
    do {
      let whole = try container.require(Whole.self)
      before = whole
      entry.inObjectScope(new)
      let after = try container.require(Whole.self)
      #expect(entry.objectScope === new && after !== whole)
      #expect((try container.require(Whole.self) === after) == isKept(new))
    }
    #expect(await isReleased { before })
  }

  @Test(arguments: changes)
  func `between the build of a service and its use`(old: ObjectScope, new: ObjectScope) async throws {
    let entry = container.register { Whole() }.inObjectScope(old)
    container.register([Whole].self) { r in
      let first = try r.require(Whole.self)
      entry.inObjectScope(new)
      return [first, try r.require(Whole.self), try r.require(Whole.self)]
    }
    weak var before: Whole?
    do {
      let wholes = try container.require([Whole].self)
      before = wholes[0]
      #expect(wholes[0] !== wholes[1])
      #expect((wholes[1] === wholes[2]) == (new !== ObjectScope.transient))
      #expect((try container.require(Whole.self) === wholes[2]) == isKept(new))
    }
    #expect(await isReleased { before })
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
    container.register { Part() }
    entry.inObjectScope(new)
    #expect((try container.require(Whole.self) === container.require(Whole.self)) == isKept(new))
  }

  @Test func `the same scope again keeps the instance`() throws {
    let entry = container.register { Whole() }.inObjectScope(.container)
    let whole = try container.require(Whole.self)
    entry.inObjectScope(.container).inObjectScope(.cached)
    #expect(try container.require(Whole.self) === whole)
  }

  @Test func `a loop under changing scopes is found`() {
    let runs = Counter()
    let entries = Recorder<ServiceEntry<Whole>>()
    entries.add(
      container.register(Whole.self) { r in
        let scopes: [ObjectScope] = [.container, .graph, .weak, .transient, .storing]
        entries.all[0].inObjectScope(scopes[runs.next() % scopes.count])
        return try r.require(Whole.self)
      })
    expectFailure(.loop) { try container.require(Whole.self) }
    #expect(runs.value <= 6)
  }

  @Test(arguments: [(.graph, .transient), (.container, .graph)] as [(ObjectScope, ObjectScope)])
  func `a cycle that is joined later follows a change`(old: ObjectScope, new: ObjectScope) throws {
    let graph = GraphIdentifier()
    let entry = container.register { Whole() }.inObjectScope(old)
    let first = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    entry.inObjectScope(new)
    let second = container.withObjectGraph(graph) { _ in container.resolve(Whole.self) }
    #expect(second != nil)
    #expect(second !== first)
  }
}
