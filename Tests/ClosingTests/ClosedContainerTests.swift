import Facet
import FacetTestSupport
import Testing

private protocol Kept {}
private final class Database: Kept, Sendable {}
private final class Store: Sendable {
  let database: Database
  init(_ database: Database) { self.database = database }
}
private final class Report: Sendable {}

/// What a closed container refuses, and what it has let go of.
@Suite(.timeLimit(.minutes(20))) struct ClosedContainerTests {
  private let container = Container()

  init() {
    container.failureHandler = { _ in }
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
    container.register(Store.self) { r in Store(try r.require()) }.inObjectScope(.container)
  }

  @Test func `a closed container refuses to resolve, with the reason`() throws {
    let lazy = try container.require(Lazy<Store>.self)
    let provider = try container.require(Provider<Store>.self)
    try container.close(fileID: "Shop/Main.swift", line: 9)
    let error = expectFailure(.containerClosed) { try container.require(Store.self) }
    #expect(error?.closingPlace?.description == "Shop/Main.swift:9")
    #expect(
      error?.description == """
        The container of 'Store' is closed.

          Path:     Store
          Closed:   at Shop/Main.swift:9

        To fix this, do one of:
          • Close the container later: something still used it.
          • Make a new container. A closed one stays closed.
        """)
    #expect(container.resolve(Store?.self) == nil && container.resolveAll(Store.self).isEmpty)
    expectFailure(.containerClosed) { try lazy.require() }
    expectFailure(.containerClosed) { try provider.require() }
  }

  @Test func `a closed container refuses registrations, forwards and decorators, and says so`() throws {
    let errors = Recorder<ResolutionError>()
    container.failureHandler = { errors.add($0) }
    let entry = container.register(Database.self) { _ in Database() }
    try container.close(fileID: "Shop/Main.swift", line: 9)
    container.register(Report.self, name: "late") { _ in Report() }
    container.forward((any Kept).self, to: entry)
    container.decorate(Store.self) { _, inner in inner }
    let said = errors.all.map { "\($0.code) \($0.key)" }
    #expect(said == ["'Report' named \"late\"", "'Kept'", "'Store'"].map { "containerClosed \($0)" })
    #expect(
      errors.all[1].description == """
        'Kept' is registered with a closed container, which keeps nothing.

          Path:     Kept
          Closed:   at Shop/Main.swift:9

        To fix this, do one of:
          • Register it before the container is closed, or with a new one.
        """)
    #expect(!container.hasAnyRegistration(of: Report.self, name: "late"))
  }

  @Test func `what was closed with its parent, or made under a closed one, says so once: to who resolves`()
    throws
  {
    let errors = Recorder<ResolutionError>()
    container.failureHandler = { errors.add($0) }
    let child = Container(parent: container)
    try container.close()
    for one in [child, Container(parent: container)] {
      let entry = one.register(Report.self) { _ in Report() }
      one.registerAtomically { $0.register(Report.self, name: "late") { _ in Report() } }
      one.forward((any Kept).self, to: entry)
      one.decorate(Report.self) { _, inner in inner }
      expectFailure(.containerClosed) { try one.require(Report.self) }
    }
    #expect(errors.all.isEmpty)
    #expect(child.resolve(Report.self) == nil)
    #expect(errors.all.map(\.code) == [.containerClosed])
  }

  private let closed = """
    The container is closed.

      Closed:   at Shop/Main.swift:9

    To fix this, do one of:
      • Close the container later: something still used it.
      • Make a new container. A closed one stays closed.
    """

  @Test(arguments: [ObjectScope.container, .scoped, .weak, .session], [false, true])
  func `no scope of a closed container can be closed or reset, with the reason`(
    scope: ObjectScope, isOfChild: Bool
  ) async throws {
    let texts = Recorder<String>()
    container.failureHandler = { texts.add($0.description) }
    let child = Container(parent: container)
    let parentsOwn = Recorder<Int>()
    if isOfChild {
      container.register(Report.self) { _ in Report() }.inObjectScope(scope).onClose { _ in parentsOwn.add(1)
      }
      _ = container.resolve(Report.self)
    }
    let target = isOfChild ? child : container
    try target.close(fileID: "Shop/Main.swift", line: 9)
    let error = #expect(throws: CloseError.self) { try target.close(scope) }
    #expect(error?.description == closed)
    guard case .containerClosed(let reason)? = error?.reason else { Issue.record("\(error!)"); return }
    #expect(reason.code == .containerClosed)
    #expect(error?.ended.isEmpty == true)
    let awaited = await #expect(throws: CloseError.self) { try await target.closeAsync(scope) }
    #expect(awaited?.description == closed)
    #expect(texts.all.isEmpty)
    target.resetObjectScope(scope)
    target.resetObjectScope(scope, serviceType: Report.self)
    target.resetObjectScope(scope as any ObjectScopeProtocol)
    #expect(texts.all == [closed, closed, closed])
    // A closed child does not reach its parent any more.
    #expect(parentsOwn.all.isEmpty)
  }

  private struct Watcher: Behavior {
    let container: Container
    func container<Type, Service>(
      _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
      withName name: String?
    ) {}
  }

  @Test(arguments: [false, true])
  func `closing breaks a circle of container and factory, decorator or behavior`(isLate: Bool) async throws {
    var container: Container? = Container()
    weak let kept = container
    if let container {
      container.failureHandler = { _ in }
      if isLate { try container.close() }
      container.addBehavior(Watcher(container: container))
      container.decorate(Database.self) { _, inner in
        _ = container
        return inner
      }
      container.register(Database.self) { _ in
        _ = container
        return Database()
      }.inObjectScope(.container)
      if !isLate { _ = try container.require(Database.self) }
      let child = Container(parent: container)
      child.decorate(Database.self, name: "later") { _, inner in
        _ = child
        return inner
      }
      try container.close()
    }
    container = nil
    #expect(await isReleased { kept })
  }

  @Test func `instances are released by the close, unless somebody has them`() async throws {
    weak let store = try container.require(Store.self)
    weak let database = store?.database
    #expect(database != nil)
    try container.close()
    #expect(await isReleased { store ?? database })
  }

  @Test func `a child that is made under a closed container goes with its last owner`() async throws {
    try container.close()
    var child: Container? = Container(parent: container)
    weak let seen = child
    final class Handler: Sendable {}
    var handler: Handler? = Handler()
    weak let seenHandler = handler
    child?.failureHandler = { [handler] _ in _ = handler }
    (child, handler) = (nil, nil)
    #expect(await isReleased { seen ?? seenHandler })
  }
}
