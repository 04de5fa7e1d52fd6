/// A slot on the heap, for a service that is awaited.
package final class Room: @unchecked Sendable {
  // Unchecked: only the building task uses it.
  package let slot: Slot
  private let type: Any.Type

  /// Makes room for a service of a type.
  package init(_ type: Any.Type) {
    func open<Service>(_: Service.Type) -> Slot {
      let memory = UnsafeMutablePointer<Service?>.allocate(capacity: 1)
      unsafe memory.initialize(to: nil)
      return unsafe Slot(memory)
    }
    self.type = type
    slot = open(type)
  }

  deinit {
    slot.clear(type)
    unsafe slot.address.deallocate()
  }
}
