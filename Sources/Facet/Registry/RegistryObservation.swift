import Synchronization

/// Who observes the resolves of one registry.
///
/// A resolve reads one flag, and nothing else of it while nobody observes. The flag is changed under the lock that all
/// registries share, so that it is right for the whole tree below; see `Registry+Observers`.
struct RegistryObservation: ~Copyable {
  struct State {
    var observers: [any ResolveObserver] = []
    /// How many threads ask another registry in place of this one.
    var standIns = 0
    /// Whether the container was closed.
    var isClosed = false
    /// What was asked for first, if somebody noted it.
    var firstKey: ServiceKey?

    var isInUse: Bool { !observers.isEmpty || standIns > 0 || isClosed }
  }

  let isOn = Atomic<Bool>(false)
  let state = Guarded(State())
}

/// Is called before and after every resolve of a container and of its children.
///
/// - Threads: called on the thread that resolves, with no lock held. What an observer resolves itself is not observed.
package protocol ResolveObserver: AnyObject, Sendable {
  func willResolve(_ resolve: ObservedResolve)
  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration)
}

/// One resolve, as observers see it.
package struct ObservedResolve: Sendable {
  /// The key that was asked for.
  package let key: ServiceKey
  /// The order of the registration that serves the key; `nil` if there is none, as for wrappers.
  package let registration: Int?
  /// The order of the registration whose factory or completion asks; `nil` for the program itself.
  package let enclosing: Int?
  /// Whether a completion asks, and not a factory.
  package let isInCompletion: Bool
  /// How many parents the registry has that is asked.
  package let registryDepth: Int
  /// How many observed resolves enclose this one on its thread.
  package let depth: Int
  /// A number that no other thread has at the time.
  package let thread: Int
}

extension ObservedResolve {
  /// A number that no thread has, because an awaited resolve may continue on another thread.
  static func taskNumber() -> Int { -taskNumbers.wrappingAdd(1, ordering: .relaxed).newValue }

  private static let taskNumbers = Atomic<Int>(0)
}
