import Facet
import FacetTestSupport
import Testing

private final class Context: Sendable {}
private final class Transaction: Sendable {}
private final class Handler: Sendable {}

/// An error says what was true when it happened, whatever happens before it is read.
@Suite(.timeLimit(.minutes(20))) struct LateReadingTests {
  /// The text of a failure, read when `change` has run.
  private func text(
    of key: String = "Context", after change: (_ app: Container, _ request: inout Container?) throws -> Void
  ) throws -> String {
    let app = Container()
    app.register(Handler.self, fileID: "Shop/App.swift", line: 1) { r in
      _ = try r.require(Transaction.self)
      return Handler()
    }.inObjectScope(.container)
    app.register(Transaction.self, fileID: "Shop/App.swift", line: 2) { r in
      _ = try r.require(Context.self)
      return Transaction()
    }.inObjectScope(.scoped)
    app.register(Context.self, name: "of a job", fileID: "Shop/App.swift", line: 3) { _ in Context() }
    var request: Container? = Container(parent: app) { request in
      request.register(Context.self, fileID: "Shop/Request.swift", line: 1) { _ in Context() }
    }
    let error = #expect(throws: ResolutionError.self) { try request!.require(Handler.self) }
    try change(app, &request)
    return error!.description
  }

  private func expectSame(
    _ location: SourceLocation = #_sourceLocation,
    after change: (_ app: Container, _ request: inout Container?) throws -> Void
  ) throws {
    #expect(try text(after: change) == text { _, _ in }, sourceLocation: location)
  }

  @Test func `the container of the request, a child of the one that was asked, is named`() throws {
    let text = try text { _, _ in }
    #expect(text.contains("'Context' named \"of a job\"   registered at Shop/App.swift:3\n"))
    #expect(
      text.contains("'Context'                    registered in a child container at Shop/Request.swift:1\n"))
  }
  @Test func `a child was closed or released`() throws {
    try expectSame { _, request in try request!.close() }
    try expectSame { _, request in request = nil }
  }
  @Test func `the container was closed`() throws { try expectSame { app, _ in try app.close() } }
  @Test func `a registration was removed, or all`() throws {
    try expectSame { app, _ in app.unregister(Context.self, name: "of a job") }
    try expectSame { app, request in
      app.removeAll()
      request!.removeAll()
    }
  }
  @Test func `something was registered, and replaced`() throws {
    try expectSame { app, request in
      app.register(Context.self, fileID: "Shop/Later.swift", line: 1) { _ in Context() }
      app.register(Context.self, name: "of a job", fileID: "Shop/Later.swift", line: 2) { _ in Context() }
      request!.register(Context.self, fileID: "Shop/Later.swift", line: 3) { _ in Context() }
    }
  }

  @Test func `the container was released`() throws {
    func error() -> ResolutionError? {
      let container = Container()
      container.register(Context.self, name: "green", fileID: "Shop/App.swift", line: 1) { _ in Context() }
      return #expect(throws: ResolutionError.self) { try container.require(Context.self) }
    }
    #expect(error()?.nearMisses.map(\.key.name) == ["green"])
  }

  @Test func `the closure of an overriding copy, and a module that is registered together, were shown`()
    throws
  {
    let container = Container()
    var errors: [ResolutionError] = []
    container.registerAtomically { container in
      container.register(Context.self, name: "green") { _ in Context() }
      do throws(ResolutionError) { _ = try container.require(Context.self) } catch { errors.append(error) }
      container.unregister(Context.self, name: "green")
    }
    let overriding = container.overriding { $0.register(Handler.self) { _ in Handler() } }
    container.register(Context.self, name: "red") { _ in Context() }
    let later = container.overriding { $0.register(Handler.self) { _ in Handler() } }
    for one in [overriding, later] {
      do throws(ResolutionError) { _ = try one.require(Context.self) } catch { errors.append(error) }
      try one.close()
    }
    #expect(errors.map { $0.nearMisses.map(\.key.name) } == [["green"], [], ["red"]])
  }

  @Test func `only the newest of many children are searched`() throws {
    let app = Container()
    let children = (0..<40).map { number in
      Container(parent: app) { child in child.register(Context.self, name: "\(number)") { _ in Context() } }
    }
    let error = #expect(throws: ResolutionError.self) { try app.require(Context.self, name: "39") }
    withExtendedLifetime(children) { #expect(error?.nearMisses.map(\.key.name) == ["39", "29", "30"]) }
  }
}
