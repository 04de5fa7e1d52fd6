extension Container {
  /// The container of the application.
  ///
  /// If `Container` conforms to ``AutoRegistering``, the first thread that uses the main container registers the services, once. Meanwhile
  /// that thread uses the container as it is, and other threads wait. If `Container` conforms to ``MainActorAutoRegistering``, the first
  /// use must be on the main actor. Elsewhere the program stops with the reason.
  ///
  /// ``withMain(_:operation:)-(_,()->Result)`` replaces the main container for one task. For code outside the task, take
  /// `Container.main` before, and hand it to `withMain` there.
  public static var main: Container { MainContainer.current }

  /// Replaces ``main`` while a closure runs, for the current task and the tasks that it starts.
  ///
  /// ```swift
  /// Container.withMain(testContainer) { ViewModel().load() }
  /// ```
  ///
  /// - Parameters:
  ///   - container: the container to use. No services are registered automatically.
  ///   - operation: uses the container.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withMain<Result>(
    _ container: Container, operation: () throws -> Result
  ) rethrows -> Result {
    try MainContainer.$replacement.withValue(container, operation: operation)
  }

  /// Replaces ``main`` while an asynchronous closure runs, for the current task and the tasks that it starts.
  ///
  /// - Parameters:
  ///   - container: the container to use. No services are registered automatically.
  ///   - isolation: the actor of the closure; the caller's by default.
  ///   - operation: uses the container.
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
/// The method belongs to no actor, because any code may be the first to use the main container. If a service belongs to the main actor,
/// say so at its factory: `main.register { @MainActor in ViewModel() }`. If most services are `@MainActor`, or the module's default
/// isolation is the main actor, conform to ``MainActorAutoRegistering`` instead.
public protocol AutoRegistering: SendableMetatype {
  /// Registers the services.
  ///
  /// Called once, on the thread that first uses the main container. Other threads wait. If a test or a preview has its own container, the
  /// method is also called for that container, which is ``Container/main`` meanwhile.
  static func registerAllServices()
}

/// Registers an application's services on the main actor, before the first use of ``Container/main``.
///
/// This is ``AutoRegistering`` for services of the main actor, and for modules whose default isolation is the main actor:
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
/// - Precondition: the first use of the main container is on the main actor. If not, the program stops, in release builds too. If other
///   threads may be first, write `_ = Container.main` where the program starts.
public protocol MainActorAutoRegistering: SendableMetatype {
  /// Registers the services.
  ///
  /// Called once, at the first use of the main container. Other threads wait. If a test or a preview has its own container, the method is
  /// also called for that container, which is ``Container/main`` meanwhile.
  @MainActor static func registerAllServices()
}
