import Facet
import FacetTestSupport
import FacetTesting
import Testing

private protocol Mailer: Sendable {}
private final class SMTPMailer: Mailer {}
private final class FakeMailer: Mailer {}
private final class StubPigeon: Mailer {}
private final class HTTPMailer: Mailer {}
private final class Rule: Sendable {}

@Sendable private func makeContainer() -> Container {
  let container = Container()
  container.register((any Mailer).self, fileID: "Shop/Mail.swift", line: 3) { _ in SMTPMailer() }
  container.register(Rule.self, name: "first", fileID: "Shop/Mail.swift", line: 4) { _ in Rule() }
  return container
}
@Sendable private func registerFakes(_ container: Container) {
  container.register((any Mailer).self) { _ in FakeMailer() }
}

/// An override that stands in nobody's place is told, unless the test resolves it.
@Suite(.timeLimit(.minutes(20))) struct NeedlessOverrideTests {
  /// The warnings of a test with these overrides.
  private func warnings(
    _ overrides: @escaping @Sendable (Container) -> Void, in body: @escaping @Sendable () throws -> Void = {}
  ) async throws -> [String] {
    try await recordedIssues {
      try withTestContainer(.copy(of: makeContainer), body, overriding: overrides)
    }.texts
  }

  @Test func `a fake that is registered by its own type`() async throws {
    let found = try await warnings {
      $0.register(FakeMailer.self, fileID: "ShopTests/MailTests.swift", line: 8) { _ in FakeMailer() }
    }
    #expect(
      found == [
        """
        'FakeMailer' replaces nothing, and the test has not resolved it.

          Place:   registered at ShopTests/MailTests.swift:8
          Near:    'Mailer'   registered at Shop/Mail.swift:3

        To fix this, do one of:
          • Register it by the key of the service that it stands for: type, name and argument types.
          • Remove it.
        """
      ])
  }

  @Test func `one that is called like nothing else`() async throws {
    let found = try await warnings {
      $0.register(StubPigeon.self, fileID: "ShopTests/MailTests.swift", line: 9) { _ in StubPigeon() }
    }
    #expect(
      found == [
        """
        'StubPigeon' replaces nothing, and the test has not resolved it.

          Place:   registered at ShopTests/MailTests.swift:9

        To fix this, do one of:
          • Register it by the key of the service that it stands for: type, name and argument types.
          • Remove it.
        """
      ])
  }

  @Test func `one of any type, unless the original is empty`() async throws {
    #expect(try await warnings { $0.register(Int.self) { _ in 1 } }.count == 1)
    let alone = try await recordedIssues {
      withTestContainer(.empty) {
      } overriding: {
        $0.register(Int.self) { _ in 1 }
      }
    }
    #expect(alone.texts == [])
  }

  @Test func `one without the name of the original, which services find in a list`() async throws {
    @Sendable func makeRules() -> Container {
      let container = makeContainer()
      container.register(String.self) { r in "\(try r.requireAll(Rule.self).count)" }
      return container
    }
    let found = try await recordedIssues {
      try withTestContainer(.copy(of: makeRules)) {
        let count = try Container.main.require(String.self)
        #expect(count == "2")
      } overriding: {
        $0.register(Rule.self, fileID: "ShopTests/RuleTests.swift", line: 2) { _ in Rule() }
      }
    }
    #expect(
      found.texts == [
        """
        'Rule' replaces nothing, and the test has not resolved it, unless in a list beside the original.

          Place:   registered at ShopTests/RuleTests.swift:2
          Near:    'Rule' named "first"   registered at Shop/Mail.swift:4

        To fix this, do one of:
          • Register it by the key of the service that it stands for: type, name and argument types.
          • Remove it.
        """
      ])
  }

  @Test func `one that is called as another implementation`() async throws {
    #expect(try await warnings { $0.register(HTTPMailer.self) { _ in HTTPMailer() } }.count == 1)
  }

  @Test func `one with other arguments than the original`() async throws {
    #expect(try await warnings { $0.register((any Mailer).self) { (_, _: Int) in FakeMailer() } }.count == 1)
  }

  private static let needed: [@Sendable (Container) -> Void] = [
    registerFakes,
    { $0.register(FakeMailer.self) { _ in FakeMailer() }.implements((any Mailer).self) },
  ]

  @Test(arguments: needed)
  func `not what replaces a service, by whatever key`(
    overrides: @escaping @Sendable (Container) -> Void
  ) async throws {
    #expect(try await warnings(overrides) == [])
  }

  @Test func `not what the test resolves, also in a list and by another of its keys`() async throws {
    let found = try await warnings {
      $0.register(FakeMailer.self) { _ in FakeMailer() }
      $0.register(FakeMailer.self, name: "other") { _ in FakeMailer() }.implements((any Sendable).self)
      $0.register(Rule.self, name: "second") { _ in Rule() }
    } in: {
      _ = try Container.main.require(FakeMailer.self)
      _ = try Container.main.require((any Sendable).self)
      #expect(try Container.main.requireAll(Rule.self).count == 2)
    }
    #expect(found == [])
  }

  @Test(.container(registerFakes)) func `a trait takes a function`() throws {
    #expect(try Container.main.require((any Mailer).self) is FakeMailer)
  }

  @Test func `what the closure resolves is not there yet, and the text says so`() async throws {
    let errors = Locked<[String]>([])
    let found = try await warnings { container in
      let error = #expect(throws: ResolutionError.self) { try container.require((any Mailer).self) }
      errors.withLock { $0.append(error.map { "\($0)" } ?? "") }
    }
    #expect(found == [])
    #expect(
      errors.value == [
        """
        No registration matches 'Mailer'.

          Path:   Mailer

        To fix this, do one of:
          • Resolve it in a factory, or after the closure: only then are the services of the original copied.
        """
      ])
  }
}
