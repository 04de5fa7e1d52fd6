/// The box of a service that somebody keeps: a scope, a cycle, a close.
///
/// `Kept<Service>` knows the type, and reads the service.
@usableFromInline
package class Instance: @unchecked Sendable {
  // Unchecked: the service goes to all threads that resolve it, as its registration permits. The life is set before another thread sees the box.
  /// The life that keeps it, if one does.
  final var life: Life?

  @usableFromInline
  init() {}

  /// The service.
  ///
  /// Its box has the type of the key, so the code that asks knows the type.
  @_alwaysEmitIntoClient
  @inline(__always)
  package final func service<Service>(as type: Service.Type) -> Service {
    known(self, as: Kept<Service>.self).service
  }

  package var any: Any { fatalError("A box has a service") }
  /// A box for a service, if it has the type of this kind of box.
  package class func box(_ service: Any) -> Instance? { nil }

  /// A box for a service, if it has the type.
  ///
  /// Rare, so the type is opened.
  package static func box(_ service: Any, as type: Any.Type) -> Instance? {
    func box<Service>(_: Service.Type) -> Instance? { Kept<Service>.box(service) }
    return box(type)
  }
  /// Whether a cast to the type succeeds.
  package func isInstance(of type: Any.Type) -> Bool {
    func isInstance<Service>(_: Service.Type) -> Bool { any is Service }
    return isInstance(type)
  }
  package var dynamicType: Any.Type { type(of: any) }
  package var object: AnyObject? { reference(in: any) ?? reference(in: unwrapped(any)) }
}

@usableFromInline
package final class Kept<Service>: Instance, @unchecked Sendable {
  // Unchecked, as its superclass: the service never changes.
  @usableFromInline
  let service: Service

  @usableFromInline
  package required init(_ service: consuming Service) { self.service = service }

  package override var any: Any { service }
  package override class func box(_ service: Any) -> Instance? { (service as? Service).map { Self($0) } }
}

/// An instance that is found as long as somebody else holds its object.
final class WeakInstance: @unchecked Sendable {
  // Unchecked: nothing changes, and code that reads the object respects the rules of its owner.
  private weak var held: AnyObject?
  private let kind: Instance.Type

  /// `nil` if the service is neither an object nor an optional of one.
  init?(_ instance: Instance) {
    guard let object = instance.object else { return nil }
    held = object
    kind = type(of: instance)
  }
  var instance: Instance? { held.flatMap { kind.box($0) } }
  var object: AnyObject? { held }
}
