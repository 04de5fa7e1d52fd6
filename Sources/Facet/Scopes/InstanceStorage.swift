/// Keeps the instances of one registration for a custom ``ObjectScope``.
///
/// The storage is made at the first resolve. A container asks it for an instance before it builds, and once more
/// after the factory has returned. Then it hands over the new instance.
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
/// A storage does not learn the arguments of a resolve: it keeps one instance for all. See ``ObjectScope/perArgument`` for one
/// instance for each.
///
/// - Threads: a container calls a storage on the thread that resolves, one thread at a time, with no lock held. Other
///   threads wait for one call, and not while a factory runs. If two storages resolve and wait for each other, one
///   of the resolves fails as ``ResolutionError/Code/loop``. A storage that several registrations share, or that your own code uses too, has
///   to protect itself. A storage belongs to no actor: in a module that is isolated to the main actor by default, a class that conforms is
///   nonisolated.
public protocol InstanceStorage: AnyObject, SendableMetatype {
  /// The instance that is not bound to a cycle; a reset sets it to `nil`.
  var instance: Any? { get set }

  /// Called when a cycle that used the storage has ended.
  func graphResolutionCompleted()

  /// The instance to use in a cycle, or `nil` to have one built.
  func instance(inGraph graph: GraphIdentifier) -> Any?

  /// Keeps what was built in a cycle.
  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier)
}

extension InstanceStorage {
  /// Does nothing.
  public func graphResolutionCompleted() {}

  /// Gives ``instance`` for every cycle.
  public func instance(inGraph graph: GraphIdentifier) -> Any? { instance }

  /// Sets ``instance`` for every cycle.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) { self.instance = instance }
}

/// The object in `value`; `nil` if it is of a value type.
func reference(in value: Any?) -> AnyObject? {
  // A dynamic cast finds the object in `any Error`, too. A conversion would put the error in a box.
  func cast<Object>(_ value: Any, to _: Object.Type) -> Object? { value as? Object }
  guard let value, type(of: value) is AnyClass else { return nil }
  return cast(value, to: AnyObject.self)
}
