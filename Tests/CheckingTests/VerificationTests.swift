import Facet
import FacetInspection
import FacetTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct VerificationTests {
  private let container = Container()

  @Test func `an empty container has no problem`() throws {
    let report = container.verify()
    try report.check()
    #expect(report.description == "Checked 0 of 0 entries: no problem.")
  }

  @Test func `each factory and each completion runs once, whoever asks for the service`() throws {
    let (factories, completions) = (Counter(), Counter())
    container.register(Tea.self) { _ in
      factories.next()
      return Tea()
    }.inObjectScope(.transient).initCompleted { _, _ in completions.next() }
    container.register(Price.self) { _ in
      factories.next()
      return Price(cents: 3)
    }
    container.register(Cup.self) { r in Cup((try r.require(Tea.self), try r.require(Price.self))) }
    container.register(Shop.self) { r in
      Shop(try r.require(Tea.self), try r.require(Cup.self), try r.require(Price.self))
    }
    try container.verify().check()
    #expect(factories.value == 2)
    #expect(completions.value == 1)
  }

  @Test func `a factory that fails runs once, and is reported once`() {
    let factories = Counter()
    container.register(Tea.self) { _ -> Tea in
      factories.next()
      throw NoStock()
    }
    for name in ["a", "b"] { container.register(Cup.self, name: name) { r in Cup(try r.require(Tea.self)) } }
    #expect(container.verify().problems.map(\.kind) == [.failedFactory])
    #expect(factories.value == 1)
  }

  @Test func `nothing of the container itself is built`() throws {
    let made = Counter()
    container.register(Tea.self) { _ in
      made.next()
      return Tea()
    }.inObjectScope(.container)
    let held = try container.require(Tea.self)
    try container.verify().check()
    #expect(made.value == 2)
    #expect(try container.require(Tea.self) === held)
  }

  @Test func `a storage of the container is not touched`() throws {
    let storages = Counter()
    let scope = ObjectScope(
      storageFactory: {
        storages.next()
        return PermanentStorage()
      }, description: "own")
    container.register(Tea.self) { _ in Tea() }.inObjectScope(scope)
    let held = try container.require(Tea.self)
    try container.verify().check()
    #expect(storages.value == 1)
    #expect(try container.require(Tea.self) === held)
  }

  @Test func `a storage that registrations and the program share is not touched`() throws {
    let storage = PermanentStorage()
    let scope = ObjectScope(storageFactory: { storage }, description: "own")
    container.register(Tea.self) { _ in Tea() }.inObjectScope(scope)
    try container.verify().check()
    #expect(storage.instance == nil)
    let held = try container.require(Tea.self)
    try container.verify().check()
    #expect(try container.require(Tea.self) === held)
  }

  @Test func `a factory that captured the container asks the copy`() throws {
    let made = Counter()
    container.register(Tea.self) { _ in
      made.next()
      return Tea()
    }.inObjectScope(.container)
    container.register(Cup.self) { [unowned container] _ in Cup(try container.require(Tea.self)) }
    let report = container.verify()
    try report.check()
    #expect(made.value == 1)
    #expect(report.graph.edges.count == 1)
    _ = try container.require(Tea.self)
    #expect(made.value == 2)
  }

  @Test func `a child is checked with its parents, in a copy of each`() throws {
    let child = Container(parent: container)
    let made = Counter()
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    child.register(Tea.self) { _ in
      made.next()
      return Tea()
    }
    try child.verify().check()
    #expect(made.value == 1)
    #expect(container.verify().problems.map(\.kind) == [.missing])
  }

  @Test func `what a child overrides is checked in the parent, for what the parent keeps`() {
    let child = Container(parent: container)
    container.register(Tea.self) { _ -> Tea in throw NoStock() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    child.register(Tea.self) { _ in Tea() }
    let report = child.verify()
    #expect(report.problems.map(\.kind) == [.failedFactory])
    #expect(report.problems[0].entries.map(\.key.description) == ["'Cup'"])
  }

  @Test func `arguments are given by the type and the name of the key, or of a forward`() throws {
    let sizes = Guarded<[Int]>([])
    container.register(Tea.self) { (_: any Resolver, size: Int) in
      sizes.withLock { $0.append(size) }
      return Tea()
    }
    container.register(GreenTea.self, name: "green") { (_: any Resolver, size: Int) in
      sizes.withLock { $0.append(size) }
      return GreenTea()
    }.implements((any Hot).self)
    let report = container.verify {
      $0.arguments(for: Tea.self, 7)
      $0.arguments(for: (any Hot).self, 8)
    }
    try report.check()
    #expect(report.unchecked.isEmpty)
    #expect(sizes.withLock { $0 } == [7, 8])
  }

  @Test func `a factory with arguments runs once for equal ones, as often as it is asked with others`() throws
  {
    let sizes = Guarded<[Int]>([])
    container.register(Tea.self) { (r: any Resolver, size: Int) in
      sizes.withLock { $0.append(size) }
      if size > 0 { _ = try r.require(Tea.self, argument: size - 1) }
      return Tea()
    }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self, argument: 3)) }
    container.register(Saucer.self) { r in Saucer(try r.require(Tea.self, argument: 3)) }
    try container.verify().check()
    #expect(sizes.withLock { $0 } == [3, 2, 1, 0])
  }

  @Test func `all arguments that are given are tried, also if another factory asked with others`() throws {
    let sizes = Guarded<[Int]>([])
    container.register(Cup.self) { r in Cup(try r.require(Tea.self, argument: 3)) }
    container.register(Tea.self) { (_: any Resolver, size: Int) in
      sizes.withLock { $0.append(size) }
      return Tea()
    }
    try container.verify {
      for size in [1, 2, 3] { $0.arguments(for: Tea.self, size) }
    }.check()
    #expect(sizes.withLock { $0 } == [3, 1, 2])
  }

  @Test func `each completion runs once, also if it leads to the same service with other arguments`() throws {
    let steps = Guarded<[String]>([])
    container.register(Tea.self) { (_: any Resolver, _: Int) in Tea() }
      .initCompleted { r, _ in
        steps.withLock { $0.append("first") }
        _ = r.resolve(Tea.self, argument: 2)
      }
      .initCompleted { _, _ in steps.withLock { $0.append("second") } }
    try container.verify { $0.arguments(for: Tea.self, 1) }.check()
    #expect(steps.withLock { $0 } == ["first", "first", "second", "second"])
  }

  @Test func `an instance stands in for a factory that must not run`() throws {
    let water = Water()
    container.register(Water.self) { _ -> Water in fatalError("opens a connection") }
    container.register(Cup.self) { r in Cup(try r.require(Water.self)) }
    let report = container.verify { $0.use(water) }
    try report.check()
    #expect(report.unchecked.isEmpty)
  }

  @Test func `what is skipped is not run, each under its name`() throws {
    container.register(Water.self, name: "hot") { _ -> Water in fatalError("opens a connection") }
    container.register(Water.self) { _ -> Water in fatalError("opens a connection") }
    let report = container.verify {
      $0.skip(Water.self)
      $0.skip(Water.self, name: "hot")
    }
    try report.check()
    #expect(report.unchecked.map(\.reason) == ["skipped", "skipped"])
  }

  @Test func `what is skipped by a forwarded key is not run either`() throws {
    container.register(Tea.self) { _ -> Tea in fatalError("opens a connection") }.implements((any Drink).self)
    let report = container.verify { $0.skip((any Drink).self) }
    try report.check()
    #expect(report.unchecked.map(\.reason) == ["skipped"])
  }

  @Test func `what may be held is said in the verification`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.scoped)
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    #expect(container.verify().problems.map(\.kind) == [.capture])
    try container.verify { $0.allowCapture(of: Tea.self) }.check()
  }

  @Test func `what is held by a provider, by a lazy, or as a value is no capture`() throws {
    container.register(Tea.self) { _ in Tea() }
    container.register(Price.self) { _ in Price(cents: 1) }
    container.register(Cup.self) { r in
      Cup((try r.require(Provider<Tea>.self), try r.require(Lazy<Tea>.self), try r.require(Price.self)))
    }.inObjectScope(.container)
    container.register(Saucer.self) { r in Saucer((try r.require(Tea.self), try r.require(Price.self))) }
    try container.verify().check()
  }

  @Test func `an optional that is missing is no problem`() throws {
    container.register(Cup.self) { r in
      Cup((try r.require(Tea?.self), try r.require(Lazy<Water?>.self), try r.require(Leaf?.self)))
    }
    try container.verify().check()
  }

  @Test func `a service of a child that asks its parent for what it overrides is no loop`() throws {
    let child = Container(parent: container)
    container.register(Leaf.self) { _ in Leaf() }
    container.register(Tea.self) { r in
      _ = try r.require(Leaf.self)
      return Tea()
    }
    child.register(Leaf.self) { [unowned container] _ in
      _ = try container.require(Tea.self)
      return Leaf()
    }
    _ = try child.require(Tea.self)
    try child.verify().check()
  }

  @Test func `a key that was removed and registered anew is no duplicate`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.add(Tea.self, line: 2) { _ in Tea() }
    container.removeAll()
    container.add(Tea.self, line: 2) { _ in Tea() }
    try container.verify().check()
  }

  @Test func `types of the same name are told apart without an address`() {
    final class Leaf: Sendable {}
    container.add(Leaf.self, line: 1) { _ in Leaf() }
    container.add(Cup.self, line: 2) { r in Cup(try r.require(FacetTestSupport.Leaf.self)) }
    #expect(
      container.verify().problems.first?.description == """
        No registration matches 'FacetTestSupport.Leaf'.

          Needed by:   'Cup'                                    registered at Shop/Wiring.swift:2
          Near:        'CheckingTests.VerificationTests.Leaf'   registered at Shop/Wiring.swift:1

        To fix this, do one of:
          • Ask for the type of a registration above.
          • Register it: container.register(FacetTestSupport.Leaf.self) { resolver in … }
        """)
  }

  @Test func `the identity of the cycle is no need`() throws {
    container.register(Cup.self) { r in
      Cup((try r.require(GraphIdentifier.self), try r.require(Lazy<GraphIdentifier>.self)))
    }
    try container.verify().check()
  }

  @Test func `what resolves all of a type needs each of them`() throws {
    container.register(Tea.self, name: "green") { _ in Tea() }
    container.register(Tea.self, name: "black") { _ in Tea() }
    container.register(Shop.self) { r in Shop(r.resolveAll(Tea.self)) }
    let report = container.verify()
    try report.check()
    #expect(report.unreached.map(\.key.description) == ["'Shop'"])
    #expect(report.graph.edges.count == 2)
  }

  @Test func `what a decorator needs is missing where it is, also for what wraps a parent's service`() throws
  {
    let made = Counter()
    container.register(Tea.self) { _ in
      made.next()
      return Tea()
    }.inObjectScope(.container)
    let child = Container(parent: container)
    child.decorate(Tea.self) { r, tea in
      _ = try r.require(Leaf.self)
      return tea
    }
    let problems = child.verify().problems
    #expect(problems.map(\.kind) == [.missing])
    #expect(problems[0].key.description == "'Leaf'")
    #expect(problems[0].entries.map(\.level) == [0])
    let count = made.value
    _ = try container.require(Tea.self)
    #expect(made.value == count + 1)
  }

  @Test func `a forward is judged by what the decorators return`() {
    container.register(Tea.self) { _ in GreenTea() }.implements((any Hot).self)
    container.decorate(Tea.self) { _, _ in Tea() }
    #expect(container.verify().problems.map(\.kind) == [.impossibleForward])
  }

  @Test func `the error of a check is the report`() {
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let error = #expect(throws: VerificationError.self) { try container.verify().check() }
    #expect(error?.description == container.verify().description)
  }

  @Test func `the copy is gone with the verification`() async throws {
    final class Instances: Sendable {
      private struct Reference: @unchecked Sendable {
        weak var tea: Tea?
      }
      private let made = Guarded<[Reference]>([])
      func note(_ tea: Tea) { made.withLock { $0.append(Reference(tea: tea)) } }
      var alive: Tea? { made.withLock { $0.compactMap(\.tea).first } }
    }
    let instances = Instances()
    container.register(Tea.self) { _ in
      let tea = Tea()
      instances.note(tea)
      return tea
    }.inObjectScope(.container)
    let report = container.verify()
    try report.check()
    #expect(await isReleased { instances.alive })
  }

  @Test func `factories may register, reset and verify in turn`() throws {
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { r in
      guard let copy = r as? Container else { throw NoStock() }
      copy.register(Water.self) { _ in Water() }
      copy.resetObjectScope(.container)
      try copy.verify { $0.skip(Cup.self) }.check()
      return Cup(try r.require(Water.self))
    }
    try container.verify().check()
    #expect(!container.hasAnyRegistration(of: Water.self))
  }

  @Test func `others resolve and register while a container is verified`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let container = container
    let threads = (0..<3).map { number in
      ThreadRun {
        for turn in 0..<200 {
          _ = container.resolve(Cup.self)
          container.register(Leaf.self, name: "\(number)") { _ in Leaf() }
          if turn % 20 == 0 { container.resetObjectScope(.container) }
        }
        return true
      }
    }
    for _ in 0..<20 { #expect(container.verify().problems.allSatisfy { $0.kind == .duplicate }) }
    for thread in threads { #expect(thread.result == true) }
  }

  @Test func `a factory that stops the program says before what was missing`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Cup.self) { r in Cup(r.resolve(Tea.self)!) }
      _ = container.verify()
    }
    let text = try errorOutput(result)
    #expect(text.contains("No registration matches 'Tea'."))
    #expect(text.contains("Path:    Cup → Tea"))
  }
}
