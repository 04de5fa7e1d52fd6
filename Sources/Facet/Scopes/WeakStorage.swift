/// Keeps one instance as long as somebody else holds it.
///
/// Values that are no objects are not kept.
public final class WeakStorage: InstanceStorage, Sendable {
  private struct Reference {
    weak var object: AnyObject?
  }

  private let kept = Guarded(Reference())

  /// The kept instance, `nil` once nobody holds it.
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
