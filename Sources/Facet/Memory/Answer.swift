/// The answer of a resolve, or of a step of it.
@frozen
@usableFromInline
package enum Answer {
  /// The service is in the caller's slot.
  case inSlot
  /// Somebody keeps the service, or there was no slot for it.
  case instance(Instance)
  /// Rule 5: another party was faster, or has closed a container. Look again.
  case lost
  /// There is no service: a resolver of the user's was asked, which has no container, or an optional that is not registered, whose `nil` is in
  /// the slot.
  case noService

  /// The instance; `nil` if the service is in the slot.
  @inline(__always)
  var kept: Instance? {
    if case .instance(let instance) = self { return instance }
    return nil
  }
  /// The instance; there was no slot.
  @inline(__always)
  package var boxed: Instance {
    guard case .instance(let instance) = self else { stop("Without a slot, a service is returned in a box") }
    return instance
  }
}

/// Puts a service into the slot, or returns it in a box.
@_alwaysEmitIntoClient
@inline(__always)
package func deliver<Service>(_ service: consuming Service, to slot: Slot?) -> Answer {
  guard let slot else { return .instance(Kept(service)) }
  slot.put(service)
  return .inSlot
}

/// Puts an object into the slot, or returns it in a box.
@inline(__always)
func deliver<Object: AnyObject>(_ object: Object, to slot: Slot?) -> Answer {
  guard let slot else { return .instance(Kept(object)) }
  slot.put(object: object)
  return .inSlot
}
