/// Completions for code in Swift 5 mode: they run on the thread that resolves, unless they name an actor of their own.
extension ServiceEntry {
  /// Adds an action for each new instance; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - completed: receives a resolver and the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func initCompleted(
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    _ completed: @escaping @isolated(any) (any Resolver, Service) throws -> Void
  ) -> Self {
    addCompletion(
      completed, isEnforced: isNamed(completed.isolation, surrounding), fileID: fileID, line: line)
  }

  /// Adds an action that also receives the arguments of the resolve; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - completed: receives a resolver, the instance and the arguments.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func initCompleted<each Argument>(
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    _ completed:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(
      completed, isEnforced: isNamed(completed.isolation, surrounding), fileID: fileID, line: line)
  }

  /// Adds an action for each new instance, under Resolver's name for `initCompleted`; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - completed: receives a resolver and the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func resolveProperties(
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    _ completed: @escaping @isolated(any) (any Resolver, Service) throws -> Void
  ) -> Self {
    addCompletion(
      completed, isEnforced: isNamed(completed.isolation, surrounding), fileID: fileID, line: line)
  }

  /// Adds such an action that also receives the arguments of the resolve; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - completed: receives a resolver, the instance and the arguments.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func resolveProperties<each Argument>(
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    _ completed:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(
      completed, isEnforced: isNamed(completed.isolation, surrounding), fileID: fileID, line: line)
  }
}
