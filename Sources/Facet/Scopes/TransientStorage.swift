/// Keeps nothing: every resolve builds.
public final class TransientStorage: InstanceStorage, Sendable {
  /// Always `nil`; what is set is dropped.
  public var instance: Any? {
    get { nil }
    set {}
  }

  /// Makes a storage.
  public init() {}
}
