/// One shared instance, as it is now.
package struct SharedValue {
  /// Its place in the order of creation.
  package let number: Int
  package let value: Any
  /// The arguments that it is kept for, if any.
  package var arguments: [Any] = []
}

extension Record {
  /// The shared instances of the service now: one at most, or one for each value of the arguments.
  package var sharedValues: [SharedValue] {
    let thread = Thread.current
    // A participant may use the objects that it loads.
    return thread.inOneCycle(asking: nil) {
      let settings = settings
      if let slot = settings.storage {
        return slot.call(by: thread) { slot in
          slot.usedStorage?.instance.map { [SharedValue(number: slot.lastInstance.number, value: $0)] } ?? []
        }
      }
      guard let members = settings.members, let operations = recipe.arguments else {
        return [shared?.object.value].compactMap(\.self)
      }
      return members.all.compactMap { member in
        var value = member.record.shared?.object.value
        value?.arguments = operations.values(member.arguments.arguments)
        return value
      }
    }
  }
}

extension Instance {
  fileprivate var value: SharedValue? { boxed.map { SharedValue(number: number, value: $0) } }
}
