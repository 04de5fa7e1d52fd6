/// Makes the service of another type from a service.
@usableFromInline
package struct Conversion: Sendable {
  /// Reads the service of the target, and delivers it as another type; `nil` if it is no instance of that.
  @usableFromInline package typealias Call = @Sendable (_ source: Instance, _ slot: Slot?) -> Answer?

  /// Whether it is a closure of the user's.
  package let isUserCode: Bool
  package let call: Call

  @usableFromInline
  init(isUserCode: Bool = false, _ call: @escaping Call) { (self.isUserCode, self.call) = (isUserCode, call) }
}

/// A key that leads to the record of another key.
package final class Forward: Registration, @unchecked Sendable {
  // Unchecked, as its superclass: the lock of the target's owner guards what changes.

  package let target: Record
  package let conversion: Conversion
  /// Whether the forward was replaced or removed: no home keeps its instance.
  var isGone = false

  init(_ origin: Origin, to target: Record, _ conversion: Conversion) {
    (self.target, self.conversion) = (target, conversion)
    super.init(origin, isForward: true)
  }
  package func copy(in registry: Registry, to target: Record, order: Int?) -> Forward {
    Forward(origin(in: registry, order), to: target, conversion)
  }

  /// Converts an instance of the target, or stops: the factory returned something else.
  func convert(_ instance: Instance, to slot: Slot?) -> Answer {
    guard let converted = conversion.call(instance, slot) else {
      stop(
        impossibleForward(
          of: key, at: location, to: target.key, target.location, returning: instance.dynamicType,
          decoratedAt: target.settings.decorators.map(\.location)),
        shownFirst: location)
    }
    return converted
  }
}
