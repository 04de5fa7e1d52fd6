/// One shared instance as it is at the time.
package struct SharedValue {
  /// Its place in the order of creation.
  package let number: Int
  package let value: Any
  /// The arguments that it is kept for, if it is kept for some.
  package var arguments: [Any] = []
}

extension Record {
  /// What is shared of the service at the time: one instance at most, or one for each value of the arguments.
  package var sharedValues: [SharedValue] {
    let thread = ThreadState.current
    // A participant may use what it loads.
    return thread.inOneCycle(asking: nil) {
      let settings = settings
      if let slot = settings.storage {
        let stored = slot.call(by: thread) { $0.usedStorage?.instance }
        return stored.map { [SharedValue(number: slot.instanceNumber, value: $0)] } ?? []
      }
      guard let members = settings.members, let operations = recipe.arguments else {
        return [shared?.takeUnretainedValue().value].compactMap(\.self)
      }
      return members.all.compactMap { member in
        var value = member.record.shared?.takeUnretainedValue().value
        value?.arguments = operations.values(member.arguments.pointer)
        return value
      }
    }
  }
}

extension SharedInstance {
  fileprivate var value: SharedValue? {
    let copy = OpaqueValue.allocate(type)
    defer { copy.deallocate() }
    guard self.copy(to: copy).isSuccess else { return nil }
    defer { OpaqueValue.destroy(type, at: copy) }
    return SharedValue(number: number, value: OpaqueValue.boxed(type, at: copy))
  }
}
