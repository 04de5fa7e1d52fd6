/// The same completions for code in Swift 5 mode: they run on the thread that resolves, whatever actor they were written on.
extension ServiceEntry {
  /// Adds an action for each new instance; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - completed: receives a resolver, the instance, and the arguments if it takes any.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func initCompleted<each Argument>(
    fileID: String = #fileID, line: Int = #line,
    _ completed:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: false, fileID: fileID, line: line)
  }

  /// Adds an action for each new instance, under Resolver's name for `initCompleted`; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - fileID: the file of the action.
  ///   - line: the line of the action.
  ///   - completed: receives a resolver, the instance, and the arguments if it takes any.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @inlinable
  public func resolveProperties<each Argument>(
    fileID: String = #fileID, line: Int = #line,
    _ completed:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Void
  ) -> Self {
    addCompletion(completed, isEnforced: false, fileID: fileID, line: line)
  }
}
