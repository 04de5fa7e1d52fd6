/// `resolve(T?.self)` gives `.some(nil)` where `T` is not registered, and the failure handler is not called.
extension Optional: ServiceWrapper {
  static var wrappedType: Any.Type { Wrapped.self }

  static var isAlwaysResolvable: Bool { true }

  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome {
    withUnsafeTemporaryAllocation(of: Wrapped.self, capacity: 1) { slot in
      let service = slot.baseAddress.unsafelyUnwrapped
      let outcome = target.resolve(Wrapped.self, at: service)
      switch outcome {
      case .missing: result.initializeMemory(as: Wrapped?.self, to: nil)
      case .failed: return outcome
      default: result.initializeMemory(as: Wrapped?.self, to: service.move())
      }
      return .built
    }
  }
}

extension Optional: OptionalService {
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer) {
    result.initializeMemory(
      as: Wrapped?.self, to: source.assumingMemoryBound(to: Wrapped.self).move())
  }

  static func writeProvided<each Argument>(
    by resolver: some Resolver, name: String?, _ arguments: repeat each Argument,
    to result: UnsafeMutableRawPointer
  ) throws {
    try withUnsafeTemporaryAllocation(of: Wrapped.self, capacity: 1) { slot in
      let service = slot.baseAddress.unsafelyUnwrapped
      let isThere = try resolver.writeProvided(
        Wrapped.self, name: name, repeat each arguments, to: service)
      result.initializeMemory(as: Wrapped?.self, to: isThere ? service.move() : nil)
    }
  }
}
