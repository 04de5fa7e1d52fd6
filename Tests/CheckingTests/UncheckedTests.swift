import Facet
import FacetInspection
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
    #expect(
      error?.description == """
        2 of 2 entries could not be checked.

        Not checked, so check() fails:
          'Database'   it must be awaited: verify it by await container.verifyAsync()
          'Reports'    it must be awaited: verify it by await container.verifyAsync()

        To fix this, do one of:
          • Await the verification: try await container.verifyAsync().check()
          • Skip what cannot be checked, by name: verify { $0.skip(Database.self) }

        Needed by no other service, as far as the factories ran:
          'Database'   registered at App.swift:1
          'Reports'    registered at App.swift:2
        """)
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
    #expect(
      report.description == """
        2 of 2 entries could not be checked.

        Not checked, so check() fails:
          'Screen'   it belongs to MainActor: verify it by await container.verifyAsync()
          'Router'   it needs 'Screen', which belongs to MainActor

        To fix this, do one of:
          • Await the verification: try await container.verifyAsync().check()
          • Skip what cannot be checked, by name: verify { $0.skip(Screen.self) }

        Needed by no other service, as far as the factories ran:
          'Router'   registered at App.swift:2
        """)
    #expect(throws: VerificationError.self) { try report.check() }
    let awaited = await Task.detached { await container.verifyAsync() }.value
    #expect(
      awaited.description == """
        1 of 2 entries could not be checked.

        Not checked, so check() fails:
          'Router'   it needs 'Screen', which belongs to MainActor

        To fix this, do one of:
          • Call verifyAsync() on MainActor: 'Router' does not await 'Screen'.
          • Skip what cannot be checked, by name: verify { $0.skip(Router.self) }

        Needed by no other service, as far as the factories ran:
          'Router'   registered at App.swift:2
        """)
    #expect(throws: VerificationError.self) { try awaited.check() }
    try await Task { @MainActor in try await container.verifyAsync().check() }.value
  }

  @Test func `what takes arguments fails a check without a sample, under each of its keys`() throws {
    container.register((any Animal).self, fileID: "App.swift", line: 1) { (_, _: String) in Dog() }
      .implements(Dog.self)
    let report = container.verify()
    #expect(
      report.description == """
        1 of 2 entries could not be checked.

        Not checked, so check() fails:
          'Animal' with arguments (String)   give arguments: verify { $0.arguments(for: (any Animal).self, …) }

        To fix this, do one of:
          • Skip what cannot be checked, by name: verify { $0.skip((any Animal).self) }

        Needed by no other service:
          'Animal' with arguments (String)   registered at App.swift:1
        """)
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

  @Test func `what needs at once what must be awaited is to await it`() async {
    container.register(Database.self) { _ async in Database() }
    container.register(Reports.self, fileID: "App.swift", line: 2) { r in
      Reports(try r.require(Database.self))
    }
    #expect(
      await container.verifyAsync().description == """
        1 of 2 entries could not be checked.

        Not checked, so check() fails:
          'Reports'   it needs 'Database', which must be awaited

        To fix this, do one of:
          • Give 'Reports' an asynchronous factory, and await 'Database' there.
          • Skip what cannot be checked, by name: verify { $0.skip(Reports.self) }

        Needed by no other service, as far as the factories ran:
          'Reports'   registered at App.swift:2
        """)
  }

  @Test func `an asynchronous factory is to await what belongs to an actor, on every actor`() async {
    container.register(Database.self) { @MainActor _ in Database() }
    container.register(Reports.self, fileID: "App.swift", line: 2) { r async throws in
      Reports(try r.require(Database.self))
    }
    let container = container
    let onMainActor = await Task { @MainActor in await container.verifyAsync() }.value
    for report in [await container.verifyAsync(), onMainActor] {
      #expect(
        report.description == """
          1 of 2 entries could not be checked.

          Not checked, so check() fails:
            'Reports'   it needs 'Database', which belongs to MainActor

          To fix this, do one of:
            • Await 'Database' in the factory of 'Reports'.
            • Skip what cannot be checked, by name: verify { $0.skip(Reports.self) }

          Needed by no other service, as far as the factories ran:
            'Reports'   registered at App.swift:2
          """)
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
    #expect(
      report.description == """
        Checked 1 of 3 entries: no problem.

        Skipped:
          'Database'   skipped
          'Reports'    it needs 'Database', which was skipped

        Needed by no other service, as far as the factories ran:
          'Reports'   registered at App.swift:2
          'Dog'       registered at App.swift:3
        """)
  }
}
