import Facet

/// What the container of a test has, before the test overrides some of it.
public struct ContainerBase: Sendable {
  private let source: Source

  private enum Source {
    case application, empty
    case registered(IsolatedCall<Void>)
    case copied(IsolatedCall<Container>)
  }

  /// The container of the test around it; in the outermost one, what `registerAllServices` registers.
  ///
  /// The services are registered anew for every test case, with the container of that test. If `Container` conforms neither to
  /// `AutoRegistering` nor to `MainActorAutoRegistering`, there are none.
  public static let application = ContainerBase(source: .application)

  /// Nothing: the test registers what it needs.
  public static let empty = ContainerBase(source: .empty)

  /// What a function registers, which is called for every test case, with its container as the main one.
  ///
  /// - Parameter register: registers the services of the application, or of a part of it; on its actor, if it has one.
  /// - Returns: the base.
  public static func registered(by register: @escaping @isolated(any) @Sendable () -> Void) -> ContainerBase {
    ContainerBase(source: .registered(IsolatedCall(register)))
  }

  /// A copy of a container and its parents.
  ///
  /// ```swift
  /// @Suite(.container(.copy(of: Application.makeContainer()))) struct ShopTests { /* … */ }
  /// ```
  ///
  /// - Parameter container: gives the container; evaluated for every test case.
  /// - Returns: the base.
  public static func copy(of container: @autoclosure @escaping @Sendable () -> Container) -> ContainerBase {
    ContainerBase(source: .copied(IsolatedCall(container)))
  }

  /// A copy of a container that a function gives, and of its parents.
  ///
  /// ```swift
  /// @Suite(.container(.copy(of: Application.makeContainer))) struct ShopTests { /* … */ }
  /// ```
  ///
  /// - Parameter container: gives the container; called for every test case, on its actor, if it has one.
  /// - Returns: the base.
  public static func copy(
    of container: @escaping @isolated(any) @Sendable () -> Container
  ) -> ContainerBase {
    ContainerBase(source: .copied(IsolatedCall(container)))
  }

  /// Gives a container to copy, with nothing of one test case that another one would see.
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

  /// The same without a change of the actor.
  ///
  /// - Precondition: the caller runs on the actor that it takes.
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

/// Stops the program if the running code is not on an actor.
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
  /// Calls it without an `await`, for which the caller has to run on its actor.
  fileprivate func callHere() -> Output {
    if let actor = call.isolation { checkActor(actor) }
    return unchecked.call()
  }
}

/// Whether a test may build services that are marked with `live()`.
public enum LiveServices: Sendable {
  /// They are built as in the application.
  case allowed

  /// Building one is an issue of the test.
  case forbidden
}
