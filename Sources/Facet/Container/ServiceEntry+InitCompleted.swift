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
    record.addCompletion { resolver, service, _ in
      completed(
        resolver.assumingMemoryBound(to: (any Resolver).self).pointee,
        service.assumingMemoryBound(to: Service.self).pointee)
    }
    return self
  }

  /// Adds an action for each new instance, which receives the arguments of the resolve as well.
  ///
  /// ```swift
  /// container.register(Dog.self) { _, name in Dog(name: name) }
  ///   .initCompleted { r, dog, name in dog.tag = r.resolve(Tag.self, argument: name as String) }
  /// ```
  ///
  /// The arguments are those of the resolve that built the instance. Everything else is as without arguments.
  ///
  /// - Parameters:
  ///   - fileID: where the action is written.
  ///   - line: where the action is written.
  ///   - completed: receives a resolver, the instance, and the arguments.
  /// - Returns: the entry, for chaining.
  /// - Precondition: the entry takes arguments of exactly these types. If not, the program stops, in release builds too.
  @preconcurrency
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func initCompleted<each Argument>(
    fileID: String = #fileID, line: Int = #line,
    _ completed: @escaping @Sendable (any Resolver, Service, repeat each Argument) -> Void
  ) -> Self {
    addCompletion(taking: Signature<repeat each Argument>.self, fileID: fileID, line: line) {
      resolver, service, arguments in
      completed(
        resolver.assumingMemoryBound(to: (any Resolver).self).pointee,
        service.assumingMemoryBound(to: Service.self).pointee,
        repeat each arguments.assumingMemoryBound(to: (repeat each Argument).self).pointee)
    }
  }

  @usableFromInline
  func addCompletion<each Argument>(
    taking signature: Signature<repeat each Argument>.Type, fileID: String, line: Int,
    _ completed: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) -> Self {
    guard record.signature == signature.identity else {
      stop(
        unfitCompletion(of: record.key, record.location, taking: signature.types),
        at: CodeLocation(fileID: fileID, line: line))
    }
    record.addCompletion { resolver, service, arguments in
      // Only a check with samples of its own gives a factory arguments, and has none here.
      if let arguments { completed(resolver, service, arguments) }
    }
    return self
  }
}
