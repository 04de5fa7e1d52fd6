import Synchronization

/// The scope of the records that a registry gets, and their configuration at the beginning.
///
/// A registration reads a flag, and takes the lock only if the scope was changed.
struct DefaultScope: ~Copyable {
  private let initial: ObjectScope
  private let initialConfiguration: Configuration
  private let isChanged = Atomic<Bool>(false)
  private let changed: Guarded<ObjectScope>

  init(_ scope: ObjectScope) {
    initial = scope
    initialConfiguration = Configuration.make(Settings(scope: scope))
    changed = Guarded(scope)
  }

  var scope: ObjectScope { isChanged.load(ordering: .acquiring) ? changed.value : initial }

  /// The configuration of a new record, which has a storage of its own.
  var newConfiguration: Configuration {
    if initialConfiguration.isPermanent, !isChanged.load(ordering: .acquiring) { return initialConfiguration }
    return Configuration.make(Settings(scope: scope))
  }

  /// Changes the scope of the records that come from now on.
  func change(to scope: ObjectScope) {
    // Released outside the lock.
    _ = changed.exchange(scope)
    isChanged.store(true, ordering: .releasing)
  }
}
