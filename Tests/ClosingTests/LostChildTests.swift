import Facet
import FacetTestSupport
import Testing

/// A child that goes while its parent is being closed: what it keeps ends all the same.
@Suite(.timeLimit(.minutes(20))) struct LostChildTests {
  private final class Report: Sendable {}
  private final class Marker: Sendable {}

  static let scopes: [ObjectScope] = [.container, .scoped, .session]

  /// What becomes of the child while its parent is being closed.
  enum Fate: CaseIterable, Sendable {
    case closed, closedAwaiting, released

    /// Begins it, and returns what waits for it.
    fileprivate func meet(_ child: Container) throws -> Task<Void, any Error>? {
      switch self {
      case .closed: try child.close()
      case .closedAwaiting: return Task { try await child.closeAsync() }
      case .released: break
      }
      return nil
    }
  }

  private let app = Container()
  private let stop = Stop()
  private let ended = Recorder<Int>()

  /// Makes a line of children, each with a service in that scope, and returns the last.
  private func makeChild(_ depth: Int, _ scope: ObjectScope, _ marker: Marker? = nil) throws -> Container {
    var child = app
    for level in 1...depth {
      child = Container(parent: child)
      child.register(String.self) { "\(level)" }
      // A scoped one is registered once, above, and built by each.
      if level == 1 || scope !== ObjectScope.scoped {
        (scope === ObjectScope.scoped ? app : child).register(Int.self) { [marker] r in
          withExtendedLifetime(marker) {}
          return Int(try r.require(String.self)) ?? 0
        }.inObjectScope(scope).onClose { [ended] in ended.add($0) }
      }
      _ = try child.require(Int.self)
    }
    return child
  }

  /// What the close of the parent waits for.
  enum Wait: CaseIterable, Sendable { case build, action }

  @Test(arguments: scopes, Fate.allCases)
  func `while the close waits for a build, or for another action`(scope: ObjectScope, fate: Fate) async throws
  {
    for wait in Wait.allCases {
      for depth in 1...3 { try await LostChildTests().lose(depth, scope, fate, wait) }
    }
  }

  private func lose(_ depth: Int, _ scope: ObjectScope, _ fate: Fate, _ wait: Wait) async throws {
    let (app, stop) = (app, stop)
    app.failureHandler = { _ in }
    weak var marker: Marker?
    let run: ThreadRun<Bool>
    var tasks: [Task<Void, any Error>?] = []
    do {
      let kept = Marker()
      marker = kept
      let child = try makeChild(depth, scope, kept)
      switch wait {
      case .build:
        app.register(Report.self) { _ in
          stop.halt()
          return Report()
        }.inObjectScope(.container)
        run = ThreadRun { app.resolve(Report.self) == nil }
        #expect(stop.waitForArrival())
        tasks.append(Task { try await app.closeAsync() })
        while !app.isClosed { await letOthersRun() }
      case .action:
        child.register(Report.self) { _ in Report() }.inObjectScope(.container).onClose { _ in stop.halt() }
        _ = try child.require(Report.self)
        run = ThreadRun { (try? app.close()) != nil }
        #expect(stop.waitForArrival())
      }
      tasks.append(try fate.meet(child))
    }
    await letOthersRun()
    #expect(ended.all == [])
    stop.release()
    #expect(run.result != nil && (wait == .build || run.result == true))
    for task in tasks { try await task?.value }
    #expect(ended.all == (1...depth).reversed())
    #expect(await isReleased { marker })
  }

  @Test(arguments: scopes)
  func `one that is closed first, and waits for a build, ends once`(scope: ObjectScope) async throws {
    for isAwaited in [false, true] {
      let test = LostChildTests()
      let (app, stop) = (test.app, test.stop)
      app.failureHandler = { _ in }
      var tasks: [Task<Void, any Error>] = []
      do {
        let child = try test.makeChild(2, scope)
        child.register(Report.self) { _ in
          stop.halt()
          return Report()
        }.inObjectScope(.container)
        let build = ThreadRun { child.resolve(Report.self) == nil }
        #expect(stop.waitForArrival())
        tasks.append(Task { try await child.closeAsync() })
        while !child.isClosed { await letOthersRun() }
        if isAwaited { tasks.append(Task { try await app.closeAsync() }) } else { try app.close() }
        while !app.isClosed { await letOthersRun() }
        stop.release()
        _ = build.result
      }
      for task in tasks { try await task.value }
      #expect(test.ended.all == [2, 1])
    }
  }

  @Test(arguments: Fate.allCases)
  func `a grandchild is not lost with a child that has nothing itself`(fate: Fate) async throws {
    let (app, stop, ended) = (app, stop, ended)
    app.failureHandler = { _ in }
    app.register(Int.self) { 1 }.inObjectScope(.scoped).onClose { ended.add($0) }
    app.register(Report.self) { _ in
      stop.halt()
      return Report()
    }.inObjectScope(.container)
    let build: ThreadRun<Bool>
    var tasks: [Task<Void, any Error>?] = []
    do {
      let child = Container(parent: app)
      let grandchild = Container(parent: child)
      _ = try grandchild.require(Int.self)
      build = ThreadRun { app.resolve(Report.self) == nil }
      #expect(stop.waitForArrival())
      tasks.append(Task { try await app.closeAsync() })
      while !app.isClosed { await letOthersRun() }
      tasks.append(try fate.meet(child))
    }
    stop.release()
    for task in tasks { try await task?.value }
    #expect(ended.all == [1])
    #expect(build.result != nil)
  }

  @Test(arguments: scopes) func `one that went before is not ended`(scope: ObjectScope) throws {
    _ = try makeChild(2, scope)
    try app.close()
    #expect(ended.all == [])
  }
}
