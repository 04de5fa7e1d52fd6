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
