import Facet
import FacetTestSupport
import Testing

private final class Depot: Sendable {}
private struct Finder: Sendable { let depot: Depot }

/// Registrations that appear as a whole.
@Suite(.timeLimit(.minutes(20))) struct RegisterAtomicallyTests {
  private let container = Container()

  /// What another thread finds.
  private func elsewhere<Service: Sendable>(_: Service.Type) -> Service? {
    let container = container
    return ThreadRun { container.optional(Service.self) }.result ?? nil
  }

  @Test func `others see all or nothing, and the thread itself each at once`() throws {
    let ended = Counter()
    container.registerAtomically { container in
      container.register(Depot.self) { _ in Depot() }.inObjectScope(.container).onClose { _ in ended.next() }
      #expect(container.optional(Depot.self) != nil)
      container.register(Finder.self) { r in Finder(depot: try r.require()) }
      #expect(container.optional(Finder.self)?.depot === container.optional(Depot.self))
      #expect(elsewhere(Depot.self) == nil && elsewhere(Finder.self) == nil)
    }
    let depot = try #require(elsewhere(Depot.self))
    #expect(elsewhere(Finder.self)?.depot === depot)
    try container.close()
    #expect(ended.value == 1)
  }

  @Test func `what was there before stays until then, and ends then`() {
    let (ended, seen) = (Recorder<String>(), Recorder<String?>())
    func register(_ word: String) {
      container.register(String.self) { word }.inObjectScope(.container).onClose { ended.add($0) }
      seen.add(container.resolve(String.self))
    }
    register("old")
    container.registerAtomically { _ in
      register("dropped")
      register("new")
      seen.add(elsewhere(String.self))
    }
    seen.add(elsewhere(String.self))
    #expect(seen.all == ["old", "dropped", "new", "old", "new"])
    #expect(ended.all == ["dropped", "old"])
  }

  @Test func `what is removed within it is not shown, and nothing if the closure throws`() {
    struct Refused: Error {}
    container.registerAtomically { container in
      container.register(Depot.self) { _ in Depot() }
      container.removeAll()
      container.register(Int.self) { 1 }
    }
    #expect(throws: Refused.self) {
      try container.registerAtomically { container in
        container.register(Depot.self) { _ in Depot() }
        throw Refused()
      }
    }
    #expect(container.resolveAll(Depot.self).isEmpty && container.optional(Int.self) == 1)
  }

  @Test func `forwards, lists, children and removals are seen so, too`() {
    let child = Container(parent: container)
    container.registerAtomically { container in
      container.register(Depot.self, name: "a") { _ in Depot() }.implements(AnyObject.self, name: "a")
      container.registerAtomically { $0.register(Depot.self, name: "b") { _ in Depot() } }
      #expect(child.resolveAll(Depot.self).count == 2)
      #expect(child.optional(AnyObject.self, name: "a") is Depot)
      #expect(container.unregister(Depot.self, name: "b"))
      #expect(ThreadRun { child.resolveAll(Depot.self).count }.result == 0)
    }
    #expect(child.resolveAll(Depot.self).count == 1)
    #expect(child.optional(AnyObject.self, name: "a") is Depot)
  }

  @Test func `an assembler's assemblies appear as a whole, and behaviors are told then`() {
    struct Module: Assembly {
      let body: @Sendable (Container) -> Void
      func assemble(container: Container) { body(container) }
    }
    struct Telling: Behavior {
      let told: Counter
      func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
      ) { told.next() }
    }
    let (told, missing) = (Counter(), Recorder<Bool>())
    container.addBehavior(Telling(told: told))
    let isMissing = { @Sendable [self] in elsewhere(Depot.self) == nil && told.value == 0 }
    Assembler(container: container).apply(assemblies: [
      Module { $0.register(Depot.self) { _ in Depot() } }, Module { _ in missing.add(isMissing()) },
    ])
    #expect(missing.all == [true] && told.value == 1)
    #expect(container.optional(Depot.self) != nil)
  }

  @Test func `a container that is closed meanwhile keeps nothing, and says so`() throws {
    let codes = Recorder<ResolutionError.Code>()
    container.failureHandler = { codes.add($0.code) }
    try container.registerAtomically { container in
      container.register(Depot.self) { _ in Depot() }
      try container.close()
    }
    #expect(codes.all == [.containerClosed])
  }

  @Test func `an instance that was built before others saw its registration ends with the container`() throws
  {
    let ended = Counter()
    container.failureHandler = { _ in }
    try container.registerAtomically { container in
      container.register(Depot.self) { _ in Depot() }.inObjectScope(.container).onClose { _ in ended.next() }
      _ = try container.require(Depot.self)
      try container.close()
    }
    #expect(ended.value == 1)
  }

  @Test func `what an action registers while registrations appear is registered`() throws {
    let ended = Recorder<String>()
    container.register(String.self) { _ in "first" }.inObjectScope(.container).onClose { [container] text in
      ended.add(text)
      container.register(String.self) { _ in "third" }.inObjectScope(.container).onClose { ended.add($0) }
    }
    _ = try container.require(String.self)
    container.registerAtomically { container in
      container.register(String.self) { _ in "second" }.inObjectScope(.container).onClose { ended.add($0) }
    }
    #expect(try container.require(String.self) == "third")
    try container.close()
    #expect(ended.all == ["first", "third"])
  }
}
