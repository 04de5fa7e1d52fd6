extension Optional {
  static var wrappedType: Any.Type { Wrapped.self }
  static var isAlwaysResolvable: Bool { true }

  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer {
    let (container, key) = (request.container, request.key.of(Wrapped.self))
    // Looked up first: what is missing is no failure, and costs none.
    let isMissing =
      switch container.registry.find(key, request.thread.number) {
      case .notRegistered: !request.isWrapper(Wrapped.self) || !request.isResolvable(Wrapped.self)
      case .kept, .found, .closed: false
      }
    if isMissing {
      if container.registry.isObserved { _ = try? request.resolve(Wrapped.self) }
      return absent(to: slot)
    }
    do throws(ResolutionError) {
      let instance = try request.resolve(Wrapped.self)
      return deliver(Optional.some(instance.service(as: Wrapped.self)), to: slot)
    } catch {
      // The registration may have been removed since the look-up.
      if error.isMissing(below: request.thread.path.count) { return absent(to: slot) }
      throw error
    }
  }
  /// Answers for a service that is not registered: it may be missing.
  private static func absent(to slot: Slot?) -> Answer {
    let answer = deliver(Optional.none, to: slot)
    return slot == nil ? answer : .noService
  }
}

extension Optional {
  static func provided<each Argument>(
    by resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self {
    if let service = try resolver.provide(Wrapped.self, name: name, arguments: repeat each arguments) {
      return service
    }
    let optional = Wrapped.self as? any OptionalService.Type
    return try optional?.provided(by: resolver, name: name, repeat each arguments) as? Wrapped
  }
  static func required<each Argument>(
    from resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self {
    try resolver.find(Wrapped.self, name: name, mayBeMissing: false, arguments: repeat each arguments)
  }
  static func box(_ wrapped: Instance?) -> Instance { Kept(wrapped.map { $0.service(as: Wrapped.self) }) }
}
