extension ServiceEntry {
  /// Adds an action that runs for each new instance, after the factory and before the resolve returns.
  ///
  /// Use it to set a property that would form a loop of initializers:
  ///
  /// ```swift
  /// container.register(Vet.self) { _ in Vet() }
  ///   .initCompleted { r, vet in vet.clinic = r.resolve(Clinic.self) }
  /// container.register(Clinic.self) { r in Clinic(vet: r.resolve(Vet.self)!) }
  /// ```
  ///
  /// Actions run in the order in which they were added, once per instance, whichever key was resolved. A later addition takes effect
  /// at the next resolve. An action that is written on an actor belongs to that actor, as a factory does: see <doc:ActorsAndAsync>.
  ///
  /// If an action throws, the resolve fails, as with a factory that throws. The instance is taken back, with what was built since. If the
  /// container would have kept it, it ends: its `onClose` actions run. The next resolve builds a new instance.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - completed: receives a resolver and the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, introduced: 6)
  @discardableResult
  public func initCompleted(
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (any Resolver, Service) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
  }

  /// Adds an action for each new instance that also receives the arguments of the resolve.
  ///
  /// ```swift
  /// container.register(Dog.self) { _, name in Dog(name: name) }
  ///   .initCompleted { r, dog, name in dog.tag = r.resolve(Tag.self, argument: name as String) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - completed: receives a resolver, the instance and the arguments.
  /// - Returns: the entry, for chaining.
  /// - Precondition: the entry takes arguments of exactly these types. If not, the program stops, in release builds too.
  @available(swift, introduced: 6)
  @discardableResult
  @_disfavoredOverload
  public func initCompleted<each Argument>(
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
  }
}

extension ServiceEntry {
  @usableFromInline
  func addCompletion<each Argument>(
    _ completed: @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Void,
    isEnforced: Bool, fileID: String, line: Int
  ) -> Self {
    let taken = argumentTypes(repeat (each Argument).self)
    guard taken.isEmpty || record.key.signature == argumentSignature(repeat (each Argument).self) else {
      stop(
        unfitCompletion(of: record.key, record.location, taking: taken),
        at: CodeLocation(fileID: fileID, line: line))
    }
    let isolation = completed.isolation.map { Isolation($0, isEnforced: isEnforced, of: "initCompleted") }
    record.add(Completion(.now(completion(completed)), on: isolation))
    return self
  }
}
