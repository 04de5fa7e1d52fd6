import Synchronization

extension Container {
  /// The container of the application.
  ///
  /// If `Container` conforms to ``AutoRegistering``, its services are registered at the first use, once, whichever thread comes
  /// first. While they are being registered, the registering thread uses the container as it is, and others wait.
  ///
  /// ``withMain(_:operation:)-(_,()->Result)`` replaces it for one task.
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
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public static func withMain<Result>(
    _ container: Container, operation: () throws -> Result
  ) rethrows -> Result {
    try MainContainer.$replacement.withValue(container, operation: operation)
  }

  /// Replaces ``main`` while an asynchronous closure runs, for the current task and those that it starts.
  ///
  /// - Parameters:
  ///   - container: the container to use. No services are registered automatically.
  ///   - isolation: the actor that the closure runs on: the caller's.
  ///   - operation: uses it.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public static func withMain<Result>(
    _ container: Container, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await MainContainer.$replacement.withValue(
      container, operation: operation, isolation: isolation)
  }
}

/// The main container, and the one registration of its services.
private final class MainContainer: Sendable {
  /// Replaces the main container for a task.
  @TaskLocal static var replacement: Container?

  private static let shared = MainContainer()

  private let container = Container()
  private let isRegistered = Atomic<Bool>(false)
  private let turn = Turn()

  static var current: Container {
    if let replacement { return replacement }
    if !shared.isRegistered.load(ordering: .acquiring) { shared.register() }
    return shared.container
  }

  /// Registers the services, or waits until another thread has.
  ///
  /// A thread that the registering one waits for in turn goes on with what is registered so far.
  private func register() {
    let thread = ThreadState.current
    guard case .taken = Flights.take(turn, of: self, thread, isOptional: true) else { return }
    defer { Flights.giveBack(turn, of: self) }
    guard !isRegistered.load(ordering: .acquiring) else { return }
    (Container.self as any Any.Type as? any AutoRegistering.Type)?.registerAllServices()
    isRegistered.store(true, ordering: .releasing)
  }
}
