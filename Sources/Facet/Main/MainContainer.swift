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
  private let flags = Flags<Flag>()
  /// The run of `registerAllServices`.
  private let once = Guarded(Once())
  private let standIn = Guarded<StandInHolder?>(nil)

  private init() {}

  private enum Flag: UInt8 {
    case registered = 1
    case standsIn = 2
  }

  static var current: Container {
    if let replacement { return replacement }
    if !shared.flags.has(.registered) || shared.flags.has(.standsIn) { return shared.prepared() }
    return shared.container
  }

  /// The container that ``current`` returns here, without services that nobody has asked for yet.
  package static var unprepared: Container { replacement ?? shared.container }

  /// Sets a closure that returns the container for code that uses the main one without a replacement.
  ///
  /// - Returns: the previous closure, to be released outside of locks.
  package static func setStandIn(_ standIn: StandIn?) -> (any Sendable)? {
    let new = standIn.map(StandInHolder.init)
    return shared.standIn.withLock { holder -> (any Sendable)? in
      if standIn == nil { shared.flags.clear(.standsIn) } else { shared.flags.set(.standsIn) }
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
    if flags.has(.standsIn), !MainContainer.isAskedByApplication,
      let container = standIn.withLock({ $0 })?.standIn()
    {
      return container
    }
    if !flags.has(.registered) { register() }
    return container
  }

  /// Registers the services, or waits until another thread has registered them.
  ///
  /// If the registering thread waits for this thread, this thread goes on with the services that are registered
  /// already.
  private func register() {
    let thread = Resolution.current
    while !flags.has(.registered) {
      switch once.withLock({ $0.claim(by: thread.state.party) }) {
      case .others(let work):
        if case .circle = Waits.block(thread.waiter, for: work) { return }
      case .beside: return
      case .first:
        defer { once.withLock { $0.end() }?.finish() }
        // Another thread may have done all of it since the flag was read.
        if flags.has(.registered) { return }
        MainContainer.registerAllServices(with: container)
        flags.set(.registered)
      }
    }
  }
}

/// A structure, because a function that goes in and out of a generic type is wrapped again each time.
private struct StandInHolder: Sendable {
  let standIn: MainContainer.StandIn
}
