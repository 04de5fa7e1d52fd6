import Facet
import FacetTestSupport
import Testing

private protocol Storage: Sendable {}
private struct Disk: Storage {}
private struct Memory: Storage {}
private final class Log: Sendable {}
private final class Clock: Sendable {}

private final class Notes: Sendable {
  let storage: any Storage
  init(storage: any Storage) { self.storage = storage }
  convenience init() { self.init(storage: Disk()) }
}
private final class Report: Sendable {
  let parts: [String]
  init(log: Log) { parts = ["log"] }
  init(log: Log, clock: Clock) { parts = ["log", "clock"] }
  init(log: Log, clock: Clock, notes: Notes) { parts = ["log", "clock", "notes"] }
}
private final class Page: Sendable {
  let title: String
  init(title: String) { self.title = title }
  init(title: String, log: Log) { self.title = "logged \(title)" }
  init() { title = "empty" }
}
private class Screen {}
private struct List: Sendable {}
private final class Hosting<Content>: Screen {
  let root: Content
  init(root: Content) { self.root = root }
}
private final class Plugin: Sendable {
  let isResolved: Bool
  init() { isResolved = false }
  init(resolver: any Resolver) { isResolved = true }
}

/// Which initializer is chosen where a registration names none: the one that is chosen with SwinjectAutoregistration.
@Suite(.timeLimit(.minutes(20))) struct SeveralInitializersTests {
  private let container = Container()

  init() {
    container.register((any Storage).self) { _ in Memory() }
    container.register(Log.self) { _ in Log() }
    container.register(Clock.self) { _ in Clock() }
    container.register(List.self) { _ in List() }
  }

  @Test func `an initializer with one parameter is preferred to one without`() throws {
    container.autoregister(Notes.self, initializer: Notes.init)
    #expect(try container.require(Notes.self).storage is Memory)
  }

  @Test func `an initializer with one parameter is preferred to those with more`() throws {
    container.autoregister(Report.self, initializer: Report.init)
    #expect(try container.require(Report.self).parts == ["log"])
  }

  @Test func `of initializers that take an argument, the one whose only parameter it is comes first`() throws
  {
    container.autoregister(Page.self, argument: String.self, initializer: Page.init)
    #expect(try container.require(Page.self, argument: "Tea").title == "Tea")
  }

  @Test func `an initializer of a generic type is told by its argument, or by the service`() throws {
    container.autoregister(Screen.self, argument: List.self, initializer: Hosting.init)
    #expect(try container.require(Screen.self, argument: List()) is Hosting<List>)
    container.autoregister(Hosting<List>.self, initializer: Hosting.init)
    #expect(try container.require(Hosting<List>.self).root is List)
  }

  @Test func `a factory that is an initializer takes a resolver if one does`() throws {
    container.register(Plugin.self, factory: Plugin.init)
    #expect(try container.require(Plugin.self).isResolved)
  }
}
