import Facet
import FacetInspection
import FacetTestSupport
import Testing

/// That a verification touches nothing of the container itself.
@Suite(.timeLimit(.minutes(20))) struct VerificationCopyTests {
  /// Notes which instances of the tea are alive, and how many there were.
  private final class Teas: Sendable {
    private struct Reference: @unchecked Sendable {
      weak var tea: Tea?
    }
    private let made = Guarded<[Reference]>([])

    var count: Int { made.withLock { $0.count } }
    var alive: Tea? { made.withLock { $0.compactMap(\.tea).first } }

    func make() -> Tea {
      let tea = Tea()
      made.withLock { $0.append(Reference(tea: tea)) }
      return tea
    }
  }

  private final class Ending: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private let container = Container()
  private let teas = Teas()

  init() {
    container.register(Tea.self) { [teas] _ in teas.make() }.inObjectScope(.container)
  }

  /// Whether the container itself has no tea yet.
  private func isUntouched() throws -> Bool {
    let before = teas.count
    _ = try container.require(Tea.self)
    return teas.count == before + 1
  }

  @Test func `a storage that registrations and the program share is not touched`() throws {
    let storage = PermanentStorage()
    let scope = ObjectScope(storageFactory: { storage }, description: "own")
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(scope)
    try container.verify().check()
    #expect(storage.instance == nil)
    let held = try container.require(Leaf.self)
    try container.verify().check()
    #expect(try container.require(Leaf.self) === held)
  }

  @Test func `what the container has built stays, and a factory that captured it asks the copy`() throws {
    let held = try container.require(Tea.self)
    container.register(Cup.self) { [unowned container] _ in Cup(try container.require(Tea.self)) }
    let report = container.verify()
    try report.check()
    #expect(teas.count == 2)
    #expect(report.graph.edges.count == 1)
    #expect(try container.require(Tea.self) === held)
  }

  @Test func `a child that a factory makes belongs to the copy`() throws {
    container.register(Cup.self) { [unowned container] _ in
      let child = Container(parent: container)
      child.register(Saucer.self) { r in Saucer(try r.require(Tea.self)) }
      return Cup(try child.require(Saucer.self))
    }
    try container.verify().check()
    #expect(teas.count == 1)
    #expect(try isUntouched())
  }

  @Test func `a child that a factory captured is asked as a copy, with a copy of its parent`() throws {
    let child = Container(parent: container)
    child.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
    child.register(Saucer.self) { r in Saucer((try r.require(Tea.self), try r.require(Leaf.self))) }
    container.register(Cup.self) { [unowned child] _ in
      Cup((try child.require(Saucer.self), try child.require(Leaf.self)))
    }
    try container.verify().check()
    #expect(teas.count == 1)
    #expect(try isUntouched())
  }

  @Test func `a verification within a verification asks the copies of both`() throws {
    let other = Container()
    other.register(Saucer.self) { [unowned container] _ in Saucer(try container.require(Tea.self)) }
    container.register(Cup.self) { _ in
      try other.verify().check()
      return Cup()
    }
    try container.verify().check()
    #expect(try isUntouched())
  }

  @Test func `a service that resolves at its end asks the copy`() throws {
    container.register(Ending.self) { [unowned container] _ in Ending { _ = container.resolve(Tea.self) } }
    try container.verify().check()
    #expect(teas.count == 1)
    #expect(try isUntouched())
  }

  @Test func `the copy goes with its services, also if they hold it`() async throws {
    container.register(Cup.self) { [teas] r in Cup((r, teas.make())) }
    container.register(Saucer.self) { [teas] r in Saucer((try r.require(Provider<Cup>.self), teas.make())) }
    container.register(Shop.self) { [teas] r in Shop(r, teas.make()) }.inObjectScope(.container)
    try container.verify().check()
    #expect(teas.count == 4)
    #expect(await isReleased { teas.alive })
  }
}
