/// Keeps one instance until it is reset.
public final class PermanentStorage: InstanceStorage, Sendable {
  private let kept = Guarded<Any?>(nil)

  /// The kept instance.
  public var instance: Any? {
    get { kept.value }
    set {
      // The old instance is released outside the lock: its `deinit` may use the storage.
      _ = kept.exchange(newValue)
    }
  }

  /// Makes an empty storage.
  public init() {}
}

/// Keeps one instance while another owner holds it.
///
/// Values that are not objects are not kept.
public final class WeakStorage: InstanceStorage, Sendable {
  private let kept = Guarded(WeakReference())

  /// The kept instance; `nil` once nothing else holds it.
  public var instance: Any? {
    get { kept.withLock { $0.object } }
    set {
      let object = reference(in: newValue)
      kept.withLock { $0.object = object }
    }
  }

  /// Makes an empty storage.
  public init() {}
}

/// Keeps nothing: every resolve builds.
public final class TransientStorage: InstanceStorage, Sendable {
  /// Always `nil`; assigned values are dropped.
  public var instance: Any? {
    get { nil }
    set {}
  }

  /// Makes a storage.
  public init() {}
}
