/// Keeps one instance until it is reset.
public final class PermanentStorage: InstanceStorage, Sendable {
  private let kept = Guarded<Any?>(nil)

  /// The kept instance.
  public var instance: Any? {
    get { kept.withLock { $0 } }
    set {
      // The old instance is released outside the lock: its `deinit` may come back here.
      let old = kept.withLock { kept in
        let old = kept
        kept = newValue
        return old
      }
      _ = consume old
    }
  }

  /// Makes an empty storage.
  public init() {}
}
