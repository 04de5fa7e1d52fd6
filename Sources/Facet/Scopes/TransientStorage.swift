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
