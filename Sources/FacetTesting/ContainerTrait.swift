import Facet
import Testing

/// Gives every test, and every case of a parameterised one, a main container of its own: write `.container`.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let base: ContainerBase
  let live: LiveServices
  let overrides: @isolated(any) @Sendable (Container) throws -> Void

  /// Holds for the tests of a suite, and those of the suites in it.
  public var isRecursive: Bool { true }

  /// Runs a test case while its container is the main one.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case.
  ///   - function: runs it.
  /// - Throws: what the test throws, and what the overrides throw.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let place = test.sourceLocation
    let isolated = IsolatedTest(name: "\(test.name) at \(place.fileID):\(place.line)") { text in
      Issue.record(Comment(rawValue: text), sourceLocation: place)
    }
    let container = try await base.make().layer(live, for: isolated, isolated: overrides)
    try await isolated.run(with: container) { try await function() }
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives every test a main container of its own, with the services of the application.
  ///
  /// On a suite it holds for all tests in it. Each test, and each case of a parameterised one, has its own container, in which
  /// `registerAllServices` registers, if `Container` conforms to `AutoRegistering`. So tests run in parallel and share no
  /// instance. `Container.main` is that container in the test, and in the tasks that it starts.
  ///
  /// ```swift
  /// @Suite(.container) struct ShopTests {
  ///   @Test func `a shop sells tea`() {
  ///     let shop: Shop = Container.resolve()
  ///     #expect(shop.sells("tea"))
  ///   }
  /// }
  /// ```
  ///
  /// Code that leaves the task and asks for the main container is noticed: a detached task, a thread, a queue. If exactly one
  /// isolated test runs, it gets the container of that test, which records an issue. If several run, it gets the real one, and an
  /// issue that belongs to no test names them; the run fails. `Container.withEscapedMain` carries the container over.
  ///
  /// A test without the trait uses the real main container, as it did before, on its own task. If it starts threads that do, give it the
  /// trait too: nobody can know whose these are.
  public static var container: ContainerTrait {
    ContainerTrait(base: .application, live: .allowed, overrides: { _ in })
  }

  /// Gives every test a main container of its own, in which some services are other ones.
  ///
  /// The overrides reach every consumer and every forward, as with `Container.overriding`. An inner trait is a layer over the
  /// container of the outer one.
  ///
  /// ```swift
  /// @Suite(.container { $0.register(Client.self) { FakeClient() } }) struct ClientTests {
  ///   @Test(.container { $0.register(Clock.self) { FakeClock() } }) func `tea is late`() { /* … */ }     // both
  ///   @Test(.container(.empty) { $0.register(Client.self) { _ in FakeClient() } }) func `alone`() { /* … */ }   // only this
  ///   @Test(.container(live: .forbidden)) func `no server is asked`() { /* … */ }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - base: what the container has before: by default that of the outer trait, or the services of the application.
  ///   - live: whether the test may build services that are marked with `live()`. If not, building one is an issue, and the test goes
  ///     on. What an outer trait forbids, an inner one does not allow. Services that the test itself registers are not watched.
  ///   - overrides: registers services; called for every test case, with its container, which is the main one meanwhile.
  /// - Returns: the trait.
  public static func container(
    _ base: ContainerBase = .application, live: LiveServices = .allowed,
    _ overrides: @escaping @isolated(any) @Sendable (Container) throws -> Void = { _ in }
  ) -> ContainerTrait {
    ContainerTrait(base: base, live: live, overrides: overrides)
  }
}
