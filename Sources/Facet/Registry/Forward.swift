/// Converts the service in one slot to the forwarded type in another slot; false if it does not have that type.
///
/// Made where both types are known: a conversion by the compiler needs no cast at run time.
@usableFromInline package typealias ForwardConversion = @Sendable (_ service: Slot, _ result: Slot) -> Bool

/// A key that points at the record of another key, and converts the service to its own type.
package final class Forward: Registration, @unchecked Sendable {
  // Unchecked because its superclass is; all fields are constant.

  let target: Record
  let slotType: SlotType
  package let conversion: ForwardConversion
  /// Whether the conversion is a closure of the user.
  package let isUserCode: Bool

  init(
    _ key: ServiceKey, at location: CodeLocation, in registry: Registry, target: Record, slotType: SlotType,
    isUserCode: Bool, order: Int? = nil, conversion: @escaping ForwardConversion
  ) {
    self.target = target
    self.slotType = slotType
    self.conversion = conversion
    self.isUserCode = isUserCode
    super.init(key, at: location, depth: registry.depth, isForward: true, order: order)
  }

  /// The same forward to another record or in another registry.
  package func copy(in registry: Registry, to target: Record, order: Int?) -> Forward {
    Forward(
      key, at: location, in: registry, target: target, slotType: slotType, isUserCode: isUserCode,
      order: order,
      conversion: conversion)
  }

  /// Puts the target's service into another slot as the forwarded type.
  ///
  /// Stops the program if it does not have that type: this is the contract of a forward that the compiler cannot check.
  @inline(__always)
  func convert(_ service: Slot, to result: Slot) {
    if !conversion(service, result) { stop(returning: service.dynamicType(target.serviceType)) }
  }

  @inline(never)
  private func stop(returning type: Any.Type) -> Never {
    Facet.stop(impossibleForward(of: key, at: location, to: target.key, target.location, returning: type))
  }
}
