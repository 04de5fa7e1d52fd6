extension ServiceEntry {
  /// Adds an action for each new instance.
  ///
  /// Resolver uses this name for `initCompleted`.
  ///
  /// ```swift
  /// container.register { Player() }
  ///   .resolveProperties { r, player in player.library = r.optional() }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - completed: receives a resolver and the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, introduced: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func resolveProperties(
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (any Resolver, Service) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
  }

  /// Adds an action for each new instance that also receives the arguments of the resolve.
  ///
  /// ```swift
  /// container.register { (_, title: String) in Player(title: title) }
  ///   .resolveProperties { r, player, title in player.track = r.resolve(argument: title as String) }
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
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func resolveProperties<each Argument>(
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
  }
}
