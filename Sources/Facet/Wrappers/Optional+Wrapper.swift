extension Optional: ServiceWrapper {
  static var wrappedType: Any.Type { Wrapped.self }

  static var isAlwaysResolvable: Bool { true }

  /// Resolves the wrapped type; a missing registration is no failure.
  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome {
    Slot.with(Wrapped.self) { service in
      let outcome = target.resolve(Wrapped.self, at: service)
      if case .failed = outcome { return outcome }
      slot.put(service.take(as: Wrapped.self))
      return .built
    }
  }
}

extension Optional: OptionalService {
  nonisolated(nonsending) static func wrap(
    _ lookup: Lookup, _ arguments: ArgumentCopy?, by backing: ResolverBacking, at slot: Slot
  ) async throws(ResolutionError) {
    let room = Room(Wrapped.self)
    try await backing.start(lookup, arguments?.arguments, room.slot)?.make(into: room.slot)
    slot.put(room.slot.take(as: Wrapped.self))
  }

  static func provided<each Argument>(
    by resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self {
    if let service = try resolver.provide(Wrapped.self, name: name, arguments: repeat each arguments) {
      return service
    }
    let optional = Wrapped.self as? any OptionalService.Type
    return try optional?.provided(by: resolver, name: name, repeat each arguments) as? Wrapped
  }
}
