import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Database: Sendable {}
private final class Reports: Sendable {
  init(_ database: Database) {}
}
@MainActor private final class Screen {
  init() {}
}
private final class Router {
  init(_ screen: Screen) {}
}
private protocol Animal: Sendable {}
private final class Dog: Animal {}

/// A check passes only for what was checked, or skipped by name.
@Suite(.timeLimit(.minutes(20))) struct UncheckedTests {
  private let container = Container()

  @Test func `what must be awaited fails a check, which says to await it`() async throws {
    container.register(Database.self, fileID: "App.swift", line: 1) { _ async in Database() }
      .inObjectScope(.container)
    container.register(Reports.self, fileID: "App.swift", line: 2) { r async throws in
      Reports(try await r.requireAsync(Database.self))
    }
    let error = #expect(throws: VerificationError.self) { try container.verify().check() }
    try TextGolden.expect(error?.description ?? "", isAt: "unchecked-awaited.txt")
    try await container.verifyAsync().check()
    try container.verify {
      $0.skip(Database.self)
      $0.skip(Reports.self)
    }.check()
  }

  @Test func `what belongs to an actor fails a check elsewhere, and who needs it too`() async throws {
    container.register(Screen.self, fileID: "App.swift", line: 1) { @MainActor _ in Screen() }
    container.register(Router.self, fileID: "App.swift", line: 2) { r in Router(try r.require(Screen.self)) }
    let container = container
    let report = await Task.detached { container.verify() }.value
    try TextGolden.expect(report.description, isAt: "unchecked-on-actor.txt")
    #expect(throws: VerificationError.self) { try report.check() }
    let awaited = await Task.detached { await container.verifyAsync() }.value
    try TextGolden.expect(awaited.description, isAt: "unchecked-on-actor-awaited.txt")
    #expect(throws: VerificationError.self) { try awaited.check() }
    try await Task { @MainActor in try await container.verifyAsync().check() }.value
  }

  @Test func `what takes arguments fails a check without a sample, under each of its keys`() throws {
    container.register((any Animal).self, fileID: "App.swift", line: 1) { (_, _: String) in Dog() }
      .implements(Dog.self)
    let report = container.verify()
    try TextGolden.expect(report.description, isAt: "unchecked-arguments.txt")
    #expect(throws: VerificationError.self) { try report.check() }
    try container.verify { $0.arguments(for: (any Animal).self, "Hachi") }.check()
    try container.verify { $0.skip(Dog.self) }.check()
    try container.verify { $0.use(Dog() as any Animal) }.check()
  }

  @Test func `an instance in the place of what must be awaited is checked`() throws {
    container.register(Database.self) { _ async in Database() }
    let report = container.verify { $0.use(Database()) }
    try report.check()
    #expect(report.checked.map(\.key.description) == ["'Database'"])
  }

  @Test func `what needs at once what must be awaited is to await it`() async throws {
    container.register(Database.self) { _ async in Database() }
    container.register(Reports.self, fileID: "App.swift", line: 2) { r in
      Reports(try r.require(Database.self))
    }
    try TextGolden.expect(await container.verifyAsync().description, isAt: "unchecked-need-of-awaited.txt")
  }

  @Test func `an asynchronous factory is to await what belongs to an actor, on every actor`() async throws {
    container.register(Database.self) { @MainActor _ in Database() }
    container.register(Reports.self, fileID: "App.swift", line: 2) { r async throws in
      Reports(try r.require(Database.self))
    }
    let container = container
    let onMainActor = await Task { @MainActor in await container.verifyAsync() }.value
    for report in [await container.verifyAsync(), onMainActor] {
      try TextGolden.expect(report.description, isAt: "unchecked-need-of-actor.txt")
    }
  }

  @Test func `what is skipped by name, and what needs it, fails no check`() throws {
    container.register(Database.self, fileID: "App.swift", line: 1) { _ async in Database() }
    container.register(Reports.self, fileID: "App.swift", line: 2) { r in
      Reports(try r.require(Database.self))
    }
    container.register(Dog.self, fileID: "App.swift", line: 3) { _ in Dog() }
    let report = container.verify { $0.skip(Database.self) }
    try report.check()
    #expect(report.unchecked.map(\.isSkipped) == [true, true])
    try TextGolden.expect(report.description, isAt: "unchecked-skipped.txt")
  }
}
