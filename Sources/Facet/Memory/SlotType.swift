/// The type of a slot, `Service?`, for functions that do not know it: they open it, and need not ask the runtime.
package enum SlotType: @unchecked Sendable {
  // Unchecked for the metatypes, which never change.

  /// The service is an object of this class: its slot is a reference, which the compiler knows how to copy.
  case object(AnyClass)
  /// Another `Service?`.
  case other(Any.Type)

  @inline(__always)
  package init<Service>(for service: Service.Type) {
    self = (service as? AnyClass).map(SlotType.object) ?? .other(Service?.self)
  }

  /// The slot type of a service type that the caller does not know.
  package init(opening type: Any.Type) {
    func open<Service>(_ type: Service.Type) -> SlotType { SlotType(for: type) }
    self = open(type)
  }

  /// Whether a service fits in an `InlineCell`.
  @inline(__always)
  var isInline: Bool {
    func open<Memory>(_: Memory.Type) -> Bool { InlineCell.fits(Memory.self) }
    if case .other(let type) = self { return open(type) }
    return true
  }
}
