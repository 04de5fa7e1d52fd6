extension Container {
  /// The container of the application.
  ///
  /// If `Container` conforms to ``AutoRegistering``, the first thread that uses the main container registers the
  /// services, once. Meanwhile that thread uses the container as it is, and other threads wait. If it conforms to
  /// ``MainActorAutoRegistering``, that must be on the main actor: elsewhere the program stops, with the reason.
  ///
  /// ``withMain(_:operation:)-(_,()->Result)`` replaces it for one task, and ``withEscapedMain(_:)`` carries the
  /// replacement over to code that leaves the task.
  public static var main: Container { MainContainer.current }

  /// Replaces ``main`` while a closure runs, for the current task and those that it starts.
  ///
  /// ```swift
  /// Container.withMain(testContainer) { ViewModel().load() }
  /// ```
  ///
  /// - Parameters:
  ///   - container: the container to use. No services are registered automatically.
  ///   - operation: uses it.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withMain<Result>(
    _ container: Container, operation: () throws -> Result
  ) rethrows -> Result {
    try MainContainer.$replacement.withValue(container, operation: operation)
  }

  /// Replaces ``main`` while an asynchronous closure runs, for the current task and those that it starts.
  ///
  /// - Parameters:
  ///   - container: the container to use. No services are registered automatically.
  ///   - isolation: the actor of the closure; the caller's by default.
  ///   - operation: uses it.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withMain<Result>(
    _ container: Container, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await MainContainer.$replacement.withValue(
      container, operation: operation, isolation: isolation)
  }
}

/// Registers an application's services with ``Container/main`` before its first use.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///   public static func registerAllServices() {
///     main.register { ViewModel(fetching: resolve(), updating: resolve()) }
///     main.register { CombinedService() }
///       .implements(Fetching.self, Updating.self)
///   }
/// }
/// let model: ViewModel = Container.resolve()
/// ```
///
/// Outside of this package, write `@retroactive AutoRegistering`.
///
/// The method belongs to no actor, because whoever is the first to use the main container calls it. Where it registers what belongs to
/// the main actor, the factory says so: `main.register { @MainActor in ViewModel() }`. If most of it does, as in a module whose default
/// isolation is the main actor, conform to ``MainActorAutoRegistering`` instead.
public protocol AutoRegistering: SendableMetatype {
  /// Registers the services.
  ///
  /// Called once, on the thread that first uses the main container. Other threads wait for it. Where a test or a preview has a
  /// container of its own, it is called for that as well, which is ``Container/main`` meanwhile.
  static func registerAllServices()
}

/// Registers an application's services on the main actor, before the first use of ``Container/main``.
///
/// The same as ``AutoRegistering``, for services that belong to the main actor, and for modules whose default isolation that is:
///
/// ```swift
/// extension Container: @retroactive MainActorAutoRegistering {
///   public static func registerAllServices() {
///     main.register { ViewModel(fetching: resolve()) }      // a @MainActor class
///   }
/// }
/// ```
///
/// Outside of this package, write `@retroactive MainActorAutoRegistering`.
///
/// - Precondition: the first use of the main container is on the main actor. If not, the program stops, in release builds too. Where other
///   threads may be first, write `_ = Container.main` where the program starts.
public protocol MainActorAutoRegistering: SendableMetatype {
  /// Registers the services.
  ///
  /// Called once, at the first use of the main container. Other threads wait for it. Where a test or a preview has a
  /// container of its own, it is called for that as well, which is ``Container/main`` meanwhile.
  @MainActor static func registerAllServices()
}
