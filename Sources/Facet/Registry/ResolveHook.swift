import Synchronization

/// Is called before and after every resolve of a container and of its children, or lets another registry serve it.
///
/// - Threads: called on the thread that resolves, with no lock held.
package protocol ResolveHook: AnyObject, Sendable {
  /// The registry that the running code asks in place of one; `nil` for none.
  func standIn(for registry: Registry) -> Registry?
  func willResolve(_ resolve: ObservedResolve)
  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration)
}

/// One resolve, as hooks see it.
package struct ObservedResolve: Sendable {
  /// The key that was asked for.
  package let key: ServiceKey
  /// The order of the registration that serves the key; `nil` if there is none, as for wrappers.
  package let registration: Int?
  /// The order of the registration whose factory or completion asks; `nil` for the program itself.
  package let enclosing: Int?
  /// Whether a completion asks, and not a factory.
  package var isInCompletion = false
  /// How many parents the registry has that is asked.
  package let registryDepth: Int
  /// How many observed resolves enclose this one on its thread.
  package let depth: Int
  /// A number that no other thread has at the time; below zero for an awaited resolve, which may continue on another thread.
  package var thread = -awaitedCount.wrappingAdd(1, ordering: .relaxed).newValue

  private static let awaitedCount = Atomic<Int>(0)
}
