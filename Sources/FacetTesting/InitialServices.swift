import Facet

/// The services of a test's container before its overrides.
public struct InitialServices: Sendable {
  private let source: Source

  private enum Source {
    case application, empty
    case registered(IsolatedCall<Void>)
    case copied(IsolatedCall<Container>)
  }

  /// The container of the enclosing test; in the outermost test, the services of `registerAllServices`.
  ///
  /// The services are registered again for every test case, in its own container. If `Container` conforms neither to
  /// `AutoRegistering` nor to `MainActorAutoRegistering`, the container is empty.
  public static let application = InitialServices(source: .application)

  /// No services: the test registers its own.
  public static let empty = InitialServices(source: .empty)

  /// The services that a function registers; it is called for every test case, with the case's container as the main container.
  ///
  /// - Parameter register: registers the services of the application, or some of them; runs on its actor, if it has one.
  /// - Returns: these services.
  public static func registered(by register: @escaping @isolated(any) @Sendable () -> Void) -> InitialServices
  {
    InitialServices(source: .registered(IsolatedCall(register)))
  }

  /// A copy of the container that a function returns, and of its parents.
  ///
  /// ```swift
  /// @Suite(.container(.copy(of: Application.makeContainer))) struct ShopTests { /* … */ }
  /// @Test(.container(.copy(of: { Container() }))) func `a shop`() { /* … */ }
  /// ```
  ///
  /// - Parameter container: returns the container; called for every test case, on its actor, if it has one.
  /// - Returns: these services.
  public static func copy(
    of container: @escaping @isolated(any) @Sendable () -> Container
  ) -> InitialServices {
    InitialServices(source: .copied(IsolatedCall(container)))
  }

  /// Returns a container to copy; test cases share nothing through it.
  nonisolated(nonsending) func make() async -> Container {
    switch source {
    case .application where MainContainer.replacement == nil && MainContainer.mainActorApplication != nil:
      return await MainActor.run { makeHere() }
    case .application, .empty:
      return makeHere()
    case .registered(let register):
      let container = Container()
      await Container.withMain(container) { await register.call() }
      return container
    case .copied(let container):
      return await container.call()
    }
  }

  /// Like `make()`, without a change of the actor.
  ///
  /// - Precondition: the caller runs on the actor of the closure.
  func makeHere() -> Container {
    switch source {
    case .application:
      if let outer = MainContainer.replacement { return outer }
      let container = Container()
      if MainContainer.mainActorApplication != nil { checkActor(MainActor.shared) }
      MainContainer.registerAllServices(with: container)
      return container
    case .empty:
      return Container()
    case .registered(let register):
      let container = Container()
      Container.withMain(container) { register.callHere() }
      return container
    case .copied(let container):
      return container.callHere()
    }
  }
}

/// Stops the program if the code does not run on the actor.
private func checkActor(_ actor: any Actor) {
  guard !Isolation(actor, isEnforced: true).isCurrent else { return }
  fatalError(
    """
    Precondition failed: The container of a test is made away from \(type(of: actor as Any)), where its services are registered

    To fix this, do one of:
      • Make it there, if it is the main actor: let the test be @MainActor.
      • Await it: with the trait .container, or by await withTestContainer.
    """)
}

extension IsolatedCall {
  /// Calls the closure without `await`: the caller must run on the closure's actor.
  fileprivate func callHere() -> Output {
    if let actor = call.isolation { checkActor(actor) }
    return unchecked.call()
  }
}
