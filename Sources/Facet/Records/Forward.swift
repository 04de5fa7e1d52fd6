/// Reads the service of the target, and delivers it as another type.
@usableFromInline package typealias Conversion = @Sendable (_ source: Instance, _ slot: Slot?) -> Converted

/// What a conversion comes to.
@usableFromInline
package enum Converted {
  /// The service is in the slot; without a slot, in the box.
  case delivered(Instance?)
  /// The service is of another type.
  case impossible
}

/// A key that leads to the record of another key.
package final class Forward: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: nothing changes.

  package let target: Record
  package let conversion: Conversion
  /// Whether the conversion is a closure of the user.
  package let isUserCode: Bool

  init(
    _ key: ServiceKey, at location: CodeLocation, in owner: Registry, to target: Record, isUserCode: Bool,
    order: Int? = nil, _ conversion: @escaping Conversion
  ) {
    (self.target, self.conversion, self.isUserCode) = (target, conversion, isUserCode)
    super.init(key, at: location, in: owner, isForward: true, order: order)
  }
  package func copy(in registry: Registry, to target: Record, order: Int?) -> Forward {
    Forward(key, at: location, in: registry, to: target, isUserCode: isUserCode, order: order, conversion)
  }

  /// Converts an instance of the target, or stops: the factory returned something else.
  func convert(_ instance: Instance, _ slot: Slot?) -> Instance? {
    guard case .delivered(let converted) = conversion(instance, slot) else {
      stop(
        impossibleForward(
          of: key, at: location, to: target.key, target.location, returning: instance.dynamicType))
    }
    return converted
  }
}

extension Record {
  /// The instance that somebody keeps, as a registration shows it.
  ///
  /// Call it with the lock.
  @inline(__always)
  func kept(as found: Registration) -> Instance? {
    if found.isForward { return conversion(for: known(found, as: Forward.self)) }
    if let kept { return kept }
    return mode.kind == .weak ? rare?.keptWeakly?.instance : nil
  }
  /// The shared instance as a forward shows it.
  ///
  /// Call it with the lock.
  @inline(__always)
  func conversion(for forward: Forward) -> Instance? {
    guard kept != nil, let rare else { return nil }
    for known in rare.conversions where known.forward == forward.order { return known.instance }
    return nil
  }
  /// Keeps a conversion as long as the instance that it was made from.
  func keep(_ converted: Instance, for forward: Forward, of instance: Instance) {
    owner.contents.withLock { _ in
      if kept === instance, conversion(for: forward) == nil {
        rarely.conversions.append((forward.order, converted))
      }
    }
  }
}
