/// Reads the service of the target, and delivers it as another type.
@usableFromInline package typealias Conversion = @Sendable (_ source: Instance, _ slot: Slot?) -> Converted

/// What a conversion comes to.
@usableFromInline
package enum Converted {
  case delivered(Answer)
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
  func convert(_ instance: Instance, to slot: Slot?) -> Answer {
    guard case .delivered(let converted) = conversion(instance, slot) else {
      stop(
        impossibleForward(
          of: key, at: location, to: target.key, target.location, returning: instance.dynamicType))
    }
    return converted
  }
}
