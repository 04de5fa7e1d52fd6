import Facet
import FacetTestSupport
import FacetTesting
import Testing

@Sendable private func registerServices() {
  Container.register(Client.self, fileID: "Shop/Clients.swift", line: 12) { _ in Client() }
    .forProduction().inObjectScope(.container).implements(AnyObject.self)
  Container.register(Store.self, name: "main") { r in Store(client: r.resolve(Client.self)!) }
}

@Sendable private func awaitedServices() -> Container {
  let container = Container()
  container.register(Client.self, fileID: "Shop/Clients.swift", line: 12) { _ async in Client() }
    .forProduction().implements(AnyObject.self)
  container.register(Store.self, name: "main") { r async throws in Store(client: try await r.requireAsync()) }
  return container
}

/// Expects issues of a test, and of the traits behind this one.
private struct Expecting: TestTrait, TestScoping {
  let texts: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let found = try await recordedIssues(in: function)
    #expect(found.texts == texts)
  }
}

extension Trait where Self == Expecting {
  fileprivate static func expecting(_ texts: String...) -> Expecting { Expecting(texts: texts) }
}

private func text(path: String, name: (words: String, code: String) = ("", "")) -> String {
  """
  The test built 'Client'\(name.words), a production service.

    Path:   \(path)
    Built:  'Client'\(name.words)   registered at Shop/Clients.swift:12

  To fix this, do one of:
    • Override it in the container of the test: $0.register(Client.self\(name.code)) { … }
    • Allow it where it is forbidden: remove allowsProduction: false
  """
}

/// `allowsProduction: false`: building a service that is marked with `forProduction()` is an issue.
@Suite(.timeLimit(.minutes(20))) struct ProductionServicesTests {
  @Test(
    .expecting(text(path: "Store \"main\" → Client")),
    .container(.registered(by: registerServices), allowsProduction: false))
  func `a test that builds a production service has an issue, and goes on`() {
    #expect(Container.resolve(Store.self, name: "main") != nil)
    #expect(Container.resolve(Client.self) != nil)
  }

  @Test(
    .expecting(text(path: "Store \"main\" → Client"), text(path: "AnyObject"), text(path: "Client")),
    .container(.copy(of: { awaitedServices() }), allowsProduction: false))
  func `a test that awaits a production service has an issue, and goes on`() async throws {
    _ = try await Container.main.requireAsync(Store.self, name: "main")
    _ = try await Container.main.requireAsync(AnyObject.self)
    _ = try await Container.main.require(AsyncLazy<Client>.self).require()
  }

  @Test(
    .expecting(text(path: "AnyObject")),
    .container(.registered(by: registerServices), allowsProduction: false))
  func `under a forwarded key as well, and on any thread`() {
    let main = Container.main
    let run = ThreadRun { Container.withMain(main) { Container.resolve(AnyObject.self) != nil } }
    #expect(run.result == true)
  }

  @Test(
    .container(.registered(by: registerServices), allowsProduction: false) {
      $0.register(Client.self) { _ in Client() }.inObjectScope(.container)
    })
  func `a fake is not for production, and what nobody builds is no issue`() {
    #expect(Container.resolve(Store.self, name: "main") != nil)
  }

  @Test(.container(.registered(by: registerServices)))
  func `production services are allowed by default`() {
    #expect(Container.resolve(Store.self, name: "main") != nil)
  }

  @Test(
    .expecting(text(path: "Client")),
    .container(.registered(by: registerServices), allowsProduction: false),
    .container { $0.unregister(Int.self) })
  func `an inner trait does not allow what the outer one forbids`() {
    #expect(Container.resolve(Client.self) != nil)
  }

  @Test(
    .expecting(text(path: "Client")),
    .container(.registered(by: registerServices)),
    .container(allowsProduction: false) { $0.unregister(Int.self) })
  func `an inner trait may forbid what the outer one allows`() {
    #expect(Container.resolve(Client.self) != nil)
  }

  @Test(
    .container(.empty, allowsProduction: false) {
      $0.register(Client.self) { _ in Client() }.forProduction()
    },
    .container { $0.register(Client.self) { _ in Client() } })
  func `an override of a production service is not for production`() {
    #expect(Container.resolve(Client.self) != nil)
  }

  @Test(
    .expecting(text(path: "Client \"utc\"", name: (" named \"utc\"", ", name: \"utc\""))),
    .container(allowsProduction: false) {
      $0.register(Client.self, name: "utc", fileID: "Shop/Clients.swift", line: 12) { _ in Client() }
        .forProduction()
    })
  func `the override that is proposed has the name`() {
    #expect(Container.resolve(Client.self, name: "utc") != nil)
  }

  @Test func `in the body of an exit test it is an issue, too`() async throws {
    let found = try await recordedIssues {
      await #expect(processExitsWith: .success) {
        endProcess()
        withTestContainer(.registered(by: registerServices), allowsProduction: false) {
          _ = Container.resolve(Client.self)
        }
      }
    }
    #expect(found.map { $0.sourceLocation?.fileName } == ["ProductionServicesTests.swift"])
    #expect(found.texts.contains { $0.contains(text(path: "Client")) })
  }

  @Test func `an issue stands where the container of the test is asked for`() async throws {
    let place = "TestingTests/ProductionServicesTests.swift:\(#line + 2)"
    let found = try await recordedIssues {
      withTestContainer(.registered(by: registerServices), allowsProduction: false) {
        _ = Container.resolve(Client.self)
      }
    }
    #expect(found.map { issue in issue.sourceLocation.map { "\($0.fileID):\($0.line)" } } == [place])
  }
}
