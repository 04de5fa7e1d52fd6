// The ranking of overloads tells these forms from those for closures that name no actor; earlier compilers were not tried.
#if compiler(>=6.3)
  /// Actions of Swift 5 code that name the main actor: they run there, even if the code around belongs to it.
  extension ServiceEntry {
    /// Adds an action for each new instance, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - fileID: the file of the action.
    ///   - line: the line of the action.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - completed: receives a resolver and the instance.
    /// - Returns: the entry, for chaining.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func initCompleted(
      fileID: String = #fileID, line: Int = #line, named: Void = (), mainActor: Void = (),
      _ completed: @escaping @MainActor (any Resolver, Service) throws -> Void
    ) -> Self {
      addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
    }

    /// Adds an action that also receives the arguments of the resolve, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - fileID: the file of the action.
    ///   - line: the line of the action.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - completed: receives a resolver, the instance and the arguments of the resolve.
    /// - Returns: the entry, for chaining.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func initCompleted<each Argument>(
      fileID: String = #fileID, line: Int = #line, named: Void = (), mainActor: Void = (),
      _ completed: @escaping @MainActor (any Resolver, Service, repeat each Argument) throws -> Void
    ) -> Self {
      addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
    }

    /// Adds an action for each new instance, on the main actor, under Resolver's name for `initCompleted`; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - fileID: the file of the action.
    ///   - line: the line of the action.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - completed: receives a resolver and the instance.
    /// - Returns: the entry, for chaining.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func resolveProperties(
      fileID: String = #fileID, line: Int = #line, named: Void = (), mainActor: Void = (),
      _ completed: @escaping @MainActor (any Resolver, Service) throws -> Void
    ) -> Self {
      addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
    }

    /// Adds an action that also receives the arguments of the resolve, on the main actor, under Resolver's name for `initCompleted`; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - fileID: the file of the action.
    ///   - line: the line of the action.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - completed: receives a resolver, the instance and the arguments of the resolve.
    /// - Returns: the entry, for chaining.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func resolveProperties<each Argument>(
      fileID: String = #fileID, line: Int = #line, named: Void = (), mainActor: Void = (),
      _ completed: @escaping @MainActor (any Resolver, Service, repeat each Argument) throws -> Void
    ) -> Self {
      addCompletion(completed, isEnforced: true, fileID: fileID, line: line)
    }

    /// Adds an action for the end of the instance, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - dispose: receives the instance.
    /// - Returns: the entry, for chaining.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    public func onClose(
      named: Void = (), mainActor: Void = (), _ dispose: @escaping @MainActor (Service) throws -> Void
    ) -> Self {
      addDisposer(dispose, isEnforced: true)
    }
  }
#endif
