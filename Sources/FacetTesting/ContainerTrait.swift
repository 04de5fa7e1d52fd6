import Facet
import Testing

/// Gives every test, and every case of a parameterized test, its own main container: write `.container`.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let services: InitialServices
  let allowsProduction: Bool
  let overrides: @isolated(any) @Sendable (Container) throws -> Void

  /// The trait applies to the tests of a suite and of its nested suites.
  public var isRecursive: Bool { true }

  /// Runs a test case with its container as the main container.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case.
  ///   - function: runs the test case.
  /// - Throws: the errors of the test and of the overrides.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let place = test.sourceLocation
    let isolated = IsolatedTest(name: "\(test.name) at \(place.fileID):\(place.line)") { text, isWarning in
      Issue.record(text, isWarning: isWarning, at: place)
    }
    let container = try await services.make().overriding(allowsProduction, for: isolated, isolated: overrides)
    try await isolated.run(with: container) { try await function() }
  }
}

extension Issue {
  static func record(_ text: String, isWarning: Bool, at place: SourceLocation) {
    #if compiler(>=6.3)
      record(Comment(rawValue: text), severity: isWarning ? .warning : .error, sourceLocation: place)
    #else
      if isWarning { return printToStandardError("\(place.fileID):\(place.line): warning: \(text)") }
      record(Comment(rawValue: text), sourceLocation: place)
    #endif
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives every test its own main container, with the services of the application.
  ///
  /// On a suite, the trait applies to all tests of the suite. Each test, and each case of a parameterized test, has its own container.
  /// If `Container` conforms to `AutoRegistering` or `MainActorAutoRegistering`, its `registerAllServices` registers in that container. So tests run in parallel and
  /// share no instance. `Container.main` is that container in the test and in the tasks that it starts.
  ///
  /// ```swift
  /// @Suite(.container) struct ShopTests {
  ///   @Test func `a shop sells tea`() throws {
  ///     let shop = try Container.main.require(Shop.self)
  ///     #expect(shop.sells("tea"))
  ///   }
  /// }
  /// ```
  ///
  /// Code may leave the test's task, in a detached task, a thread or a queue, and ask for the main container. If exactly one isolated
  /// test runs, the code gets that test's container, and the test records an issue. If several run, the code gets the real main
  /// container. Then an issue that belongs to no test names these tests, and the run fails. To hand the container to such code,
  /// take `Container.main` before, and use `Container.withMain` there.
  ///
  /// On its own task, a test without the trait uses the real main container, as before. If it starts threads that ask for the main
  /// container, give it the trait too, because Facet cannot know which test started a thread.
  public static var container: ContainerTrait {
    ContainerTrait(services: .application, allowsProduction: true, overrides: { _ in })
  }

  /// Gives every test its own main container, with replacements for some services.
  ///
  /// The overrides reach every consumer and every forward, as with `Container.overriding`. An inner trait copies the
  /// container of the outer trait.
  ///
  /// ```swift
  /// @Suite(.container { $0.register(Client.self) { FakeClient() } }) struct ClientTests {
  ///   @Test(.container { $0.register(Clock.self) { FakeClock() } }) func `tea is late`() { /* … */ }     // both
  ///   @Test(.container(.empty) { $0.register(Client.self) { _ in FakeClient() } }) func `alone`() { /* … */ }   // only this
  ///   @Test(.container(allowsProduction: false)) func `no server is asked`() { /* … */ }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - services: the services before the overrides: by default the outer trait's container, or the services of the application.
  ///   - allowsProduction: whether the test may build services marked with `forProduction()`. If not, building one records an issue, and the test continues.
  ///     An inner trait cannot allow a service that an outer trait forbids. Services that the test itself registers are not checked.
  ///   - overrides: registers services; called for every test case, with its container, which is the main container during the call.
  /// - Returns: the trait.
  public static func container(
    _ services: InitialServices = .application, allowsProduction: Bool = true,
    _ overrides: @escaping @isolated(any) @Sendable (Container) throws -> Void = { _ in }
  ) -> ContainerTrait {
    ContainerTrait(services: services, allowsProduction: allowsProduction, overrides: overrides)
  }

  /// Gives every test its own main container, with the replacements that a function registers: `.container(registerFakes)`.
  ///
  /// - Parameters:
  ///   - overrides: registers services; called as the closure above is.
  ///   - allowsProduction: whether the test may build services marked with `forProduction()`.
  /// - Returns: the trait.
  @_disfavoredOverload
  public static func container(
    _ overrides: @escaping @isolated(any) @Sendable (Container) throws -> Void, allowsProduction: Bool = true
  ) -> ContainerTrait {
    ContainerTrait(services: .application, allowsProduction: allowsProduction, overrides: overrides)
  }
}
