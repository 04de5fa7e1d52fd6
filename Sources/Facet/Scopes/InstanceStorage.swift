/// Keeps the instances of one record for a custom ``ObjectScope``.
///
/// A container asks the storage before it builds, and hands over what it has built.
///
/// ```swift
/// final class SessionStorage: InstanceStorage {
///   var instance: Any?
/// }
/// extension ObjectScope {
///   static let session = ObjectScope(storageFactory: SessionStorage.init, description: "session")
/// }
/// ```
///
/// - Threads: a container calls the storage of a record from one thread at a time, with no lock held, from the
///   thread that resolves. A storage that is shared by several records, or used by code of your own as well, has to
///   protect itself.
public protocol InstanceStorage: AnyObject {
  /// The instance that is not bound to a cycle; set to `nil` by a reset.
  var instance: Any? { get set }

  /// Called when a cycle that used the storage has ended.
  func graphResolutionCompleted()

  /// The instance to use in a cycle, or `nil` to have one built.
  func instance(inGraph graph: GraphIdentifier) -> Any?

  /// Takes over what was built in a cycle.
  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier)
}

extension InstanceStorage {
  /// Does nothing.
  public func graphResolutionCompleted() {}

  /// Gives ``instance`` whatever the cycle.
  public func instance(inGraph graph: GraphIdentifier) -> Any? { instance }

  /// Sets ``instance`` whatever the cycle.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) { self.instance = instance }
}

/// The object in `value`, or `nil` if it is of a value type.
func reference(in value: Any?) -> AnyObject? {
  // A dynamic cast finds the object in `any Error`, too; a conversion would box that.
  func cast<Object>(_ value: Any, to _: Object.Type) -> Object? { value as? Object }
  guard let value, type(of: value) is AnyClass else { return nil }
  return cast(value, to: AnyObject.self)
}
