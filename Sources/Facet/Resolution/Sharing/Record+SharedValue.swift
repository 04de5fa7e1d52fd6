extension Record {
  /// What is shared of the service at the time, and its place in the order of creation.
  package var sharedValue: (number: Int, value: Any)? {
    let thread = ThreadState.current
    // A participant may use what it loads.
    return thread.inOneCycle(asking: nil) {
      if let slot = settings.storage {
        let stored = slot.call(by: thread) { $0.usedStorage?.instance }
        return stored.map { (slot.instanceNumber, $0) }
      }
      return shared?.takeUnretainedValue().value.map { ($0.number, $0.value) }
    }
  }
}

extension SharedInstance {
  fileprivate var value: (number: Int, value: Any)? {
    let copy = OpaqueValue.allocate(type)
    defer { copy.deallocate() }
    guard self.copy(to: copy).isSuccess else { return nil }
    defer { OpaqueValue.destroy(type, at: copy) }
    return (number, OpaqueValue.boxed(type, at: copy))
  }
}
