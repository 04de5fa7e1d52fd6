import Synchronization

/// The main container, and the one run of `registerAllServices`.
package final class MainContainer: Sendable {
  /// Replaces the main container for a task.
  @TaskLocal package static var replacement: Container?

  /// Whether the running code belongs to the application, even while tests run beside it.
  @TaskLocal static var isAskedByApplication = false

  /// Returns the container for code that uses the main one without a replacement; `nil` for the real one.
  package typealias StandIn = @Sendable () -> Container?

  private static let shared = MainContainer()

  private let container = Container(nil, .graph, [], isMain: true)
  /// One byte, so that the usual read of the main container is one comparison.
  private let state = Atomic<UInt8>(0)
  private let turn = Turn()
  private let standIn = Guarded<StandInHolder?>(nil)

  private enum State {
    static let registered: UInt8 = 1
    static let standsIn: UInt8 = 2
  }

  static var current: Container {
    if let replacement { return replacement }
    if shared.state.load(ordering: .acquiring) != State.registered { return shared.prepared() }
    return shared.container
  }

  /// Sets a closure that returns the container for code that uses the main one without a replacement.
  ///
  /// - Returns: the previous closure, to be released outside of locks.
  package static func setStandIn(_ standIn: StandIn?) -> (any Sendable)? {
    let new = standIn.map(StandInHolder.init)
    return shared.standIn.withLock { holder -> (any Sendable)? in
      if standIn == nil {
        shared.state.bitwiseAnd(~State.standsIn, ordering: .acquiringAndReleasing)
      } else {
        shared.state.bitwiseOr(State.standsIn, ordering: .acquiringAndReleasing)
      }
      return exchange(&holder, with: new)
    }
  }

  /// Registers the application's services, if it has any, with a container, which is the main one meanwhile.
  package static func registerAllServices(with container: Container) {
    if let application = Container.self as any Any.Type as? any AutoRegistering.Type {
      return with(container) { application.registerAllServices() }
    }
    guard let application = mainActorApplication else { return }
    let isOnMainActor = Isolation(MainActor.shared, isEnforced: true).isCurrent
    guard isOnMainActor else { stop(mainContainerAwayFromMainActor) }
    MainActor.assumeIsolated { with(container) { application.registerAllServices() } }
  }

  /// The type that registers the application's services on the main actor, if there is one.
  package static var mainActorApplication: (any MainActorAutoRegistering.Type)? {
    Container.self as any Any.Type as? any MainActorAutoRegistering.Type
  }

  /// Replaces the main container.
  ///
  /// `withMain` is generic; this is one copy of its work.
  @inline(never)
  static func with(_ container: Container, _ operation: () throws -> Void) rethrows {
    try $replacement.withValue(container, operation: operation)
  }

  @inline(never)
  private func prepared() -> Container {
    if state.load(ordering: .acquiring) & State.standsIn != 0, !MainContainer.isAskedByApplication,
      let container = standIn.withLock({ $0 })?.standIn()
    {
      return container
    }
    if state.load(ordering: .acquiring) & State.registered == 0 { register() }
    return container
  }

  /// Registers the services, or waits until another thread has registered them.
  ///
  /// If the registering thread waits for this thread, this thread goes on with the services that are registered
  /// already.
  private func register() {
    let thread = Thread.current
    guard case .taken = turn.take(for: thread, of: self, isOptional: true) else { return }
    defer { turn.giveBack(of: self) }
    guard state.load(ordering: .acquiring) & State.registered == 0 else { return }
    MainContainer.registerAllServices(with: container)
    state.bitwiseOr(State.registered, ordering: .acquiringAndReleasing)
  }
}

/// A structure, because a function that goes in and out of a generic type is wrapped again each time.
private struct StandInHolder: Sendable {
  let standIn: MainContainer.StandIn
}
