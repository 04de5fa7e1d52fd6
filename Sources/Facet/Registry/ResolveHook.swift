import Synchronization

/// Called before and after every resolve of a container and of its children; it may let another registry serve the resolve.
///
/// - Threads: called on the thread that resolves, with no lock held.
package protocol ResolveHook: AnyObject, Sendable {
  /// The registry that serves the running code in place of another one; `nil` for none.
  func standIn(for registry: Registry) -> Registry?
  func willResolve(_ resolve: ObservedResolve)
  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration)
}

/// One resolve, as hooks see it.
package struct ObservedResolve: Sendable {
  /// The requested key.
  package let key: ServiceKey
  /// The order of the registration that serves the key; `nil` if there is none, as for wrappers.
  package let registration: Int?
  /// The order of the registration whose factory or completion resolves; `nil` for a top-level resolve.
  package let enclosing: Int?
  /// Whether a completion resolves, instead of a factory.
  package var isInCompletion = false
  /// The number of parents of the asked registry.
  package let registryDepth: Int
  /// The number of observed resolves that enclose this one on its thread.
  package let depth: Int
  /// A number that no other current thread has; negative for an awaited resolve, which may continue on another thread.
  package var thread = -awaitedCount.wrappingAdd(1, ordering: .relaxed).newValue

  private static let awaitedCount = Atomic<Int>(0)
}
