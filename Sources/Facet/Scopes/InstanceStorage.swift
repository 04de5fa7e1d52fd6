/// Keeps the instances of one registration for a custom ``ObjectScope``.
///
/// The storage is made at the first resolve or reset. If the scope makes a new ``PermanentStorage``, which nobody else has, the container keeps the instance
/// itself. A container asks it for an instance before the build, and passes the new instance to it when the
/// instance is completed.
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
/// A storage does not receive the arguments of a resolve: it keeps one instance for all. ``ObjectScope/perArgument`` keeps one instance for
/// each. Actions of `onClose` do not run for an instance that the storage forgets by itself.
///
/// - Threads: a container calls a storage on the thread that resolves, one thread at a time, in a lock that the storage alone has. So it must not
///   wait for other threads. If it resolves the service that it stores, or one of the scope while it is emptied, that fails with
///   ``ResolutionError/Code/loop``. If it resets that service, it is emptied when the call is over. If several registrations or your own code share
///   a storage, it must protect itself. A storage belongs to no actor: in a module whose default isolation is the main actor, a conforming class
///   is nonisolated.
public protocol InstanceStorage: AnyObject, SendableMetatype {
  /// The instance that is not bound to a top-level resolve; a reset sets it to `nil`.
  var instance: Any? { get set }

  /// Called when a top-level resolve that used the storage has ended.
  func graphResolutionCompleted()

  /// Returns the instance to use in a top-level resolve, or `nil` to build one.
  func instance(inGraph graph: GraphIdentifier) -> Any?

  /// Keeps an instance that was built in a top-level resolve.
  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier)
}

extension InstanceStorage {
  /// Does nothing.
  public func graphResolutionCompleted() {}

  /// Returns ``instance`` for every top-level resolve.
  public func instance(inGraph graph: GraphIdentifier) -> Any? { instance }

  /// Sets ``instance`` for every top-level resolve.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) { self.instance = instance }
}
