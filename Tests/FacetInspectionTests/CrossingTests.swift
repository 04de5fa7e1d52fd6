import Facet
import FacetInspection
import Testing

private final class Database: Sendable {}
private final class Report {
  init(_ database: Database) {}
}
@MainActor private final class Screen {
  init() {}
}
private final class Router {
  init(_ screen: Screen) {}
}

/// Who belongs to an actor or must be awaited, and is needed by somebody without that.
@Suite("Crossings of actors and of awaiting", .timeLimit(.minutes(5)))
struct CrossingTests {
  @Test("who needs an actor, and is needed without it, is listed")
  @MainActor func crossings() async {
    let container = Container()
    container.register(Screen.self) { _ in Screen() }
    container.registerNonisolated(Router.self) { r in Router(try r.require(Screen.self)) }
    let report = container.verify()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.crossings.map(\.entry.key.description) == ["'Screen'"])
    #expect(report.crossings.flatMap(\.users).map(\.key.description) == ["'Router'"])
    #expect(
      report.description.contains(
        "Belongs to an actor, but is needed off the actor:\n  'Screen'   on MainActor, needed by 'Router'"),
      "\(report)")
    let elsewhere = await Task.detached { container.verify() }.value
    #expect(
      elsewhere.unchecked.map { "\($0.entry.key): \($0.reason)" } == [
        "'Screen': it belongs to MainActor: verify it by await container.verifyAsync()",
        "'Router': it needs 'Screen', which belongs to MainActor",
      ])
    let awaited = await Task.detached { await container.verifyAsync() }.value
    #expect(
      awaited.unchecked.map { "\($0.entry.key): \($0.reason)" } == [
        "'Router': it needs 'Screen', which belongs to MainActor"
      ])
  }

  @Test("a forward is no crossing of its own: its service is")
  @MainActor func forwarded() {
    let container = Container()
    container.register(Screen.self) { _ in Screen() }.implements(AnyObject.self)
    container.registerNonisolated(String.self) { r in "\(try r.require(AnyObject.self))" }
    let report = container.verify()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.crossings.map(\.entry.key.description) == ["'Screen'"])
    #expect(report.crossings.flatMap(\.users).map(\.key.description) == ["'String'"])
  }

  @Test(
    "what must be awaited, and is needed synchronously, is listed where that worked, for it would not without the instance"
  )
  func awaited() async {
    let container = Container()
    container.register(Database.self) { _ async in Database() }.inObjectScope(.container)
    container.register(Report.self, fileID: "App.swift", line: 4) { r in Report(try r.require(Database.self))
    }
    container.register(String.self, fileID: "App.swift", line: 5) { r async throws in
      _ = try await r.requireAsync(Database.self)
      return ""
    }
    let report = await container.verifyAsync()
    #expect(report.problems.isEmpty, "\(report)")
    #expect(report.crossings.map(\.entry.key.description) == ["'Database'"])
    #expect(report.crossings.allSatisfy { $0.actor == nil })
    #expect(report.crossings.flatMap(\.users).map(\.key.description) == ["'Report'"])
    #expect(
      report.description == """
        Checked 3 of 3 entries: no problem.

        Must be awaited, but is needed synchronously. This fails unless it was built before:
          'Database'   needed by 'Report', registered at App.swift:4

        Needed by no other service:
          'Report'   registered at App.swift:4
          'String'   registered at App.swift:5
        """, "\(report)")
  }

  @Test("what fails for want of the instance was not checked, and is not listed as well")
  func failed() async {
    let container = Container()
    container.register(Report.self) { r in Report(try r.require(Database.self)) }
    container.register(Database.self) { _ async in Database() }
    let report = await container.verifyAsync()
    #expect(report.unchecked.map(\.entry.key.description) == ["'Report'"], "\(report)")
    #expect(report.crossings.isEmpty, "\(report)")
  }
}
