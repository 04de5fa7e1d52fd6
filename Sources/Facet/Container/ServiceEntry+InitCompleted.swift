extension ServiceEntry {
  /// Adds an action for each new instance, run right after it is there and before the resolve returns.
  ///
  /// The place to set what would make a circle of initialisers:
  ///
  /// ```swift
  /// container.register(Vet.self) { _ in Vet() }
  ///   .initCompleted { r, vet in vet.clinic = r.resolve(Clinic.self) }
  /// container.register(Clinic.self) { r in Clinic(vet: r.resolve(Vet.self)!) }
  /// ```
  ///
  /// Actions run in the order in which they were added, once per instance, whichever key asked for it. An action that is
  /// added later holds from the next resolve on.
  ///
  /// - Parameter completed: receives a resolver and the instance.
  /// - Returns: the entry, for chaining.
  @preconcurrency
  @discardableResult
  public func initCompleted(_ completed: @escaping @Sendable (any Resolver, Service) -> Void) -> Self {
    record.addCompletion { container, service in
      completed(
        unsafeDowncast(container, to: Container.self), service.assumingMemoryBound(to: Service.self).pointee)
    }
    return self
  }
}
