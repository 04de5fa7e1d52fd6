extension ServiceEntry {
  /// Adds an action for the end of the instance: when the container is closed, or the instance is released before.
  ///
  /// ```swift
  /// container.register(Database.self) { _ in try Database() }
  ///   .inObjectScope(.container)
  ///   .onClose { database in try database.disconnect() }
  /// ```
  ///
  /// A container keeps instances of container scope, scoped scope, ``ObjectScope/perArgument`` and custom scopes.
  /// In other scopes the instance belongs to the code that resolved it: the action does not run, and `verify()`
  /// reports this. An instance also ends at a reset, at a new registration of its key, and by the limit of its
  /// scope. Actions run in the reverse order of their addition, each once. An action that is written on an actor
  /// runs there, so a `close()` elsewhere must be awaited. See <doc:Ending>.
  ///
  /// - Parameter dispose: receives the instance. Its errors are collected, and the other actions still run.
  /// - Returns: the entry, for chaining.
  @available(swift, introduced: 6)
  @discardableResult
  public func onClose(
    @_inheritActorContext _ dispose: @escaping @isolated(any) @Sendable (Service) throws -> Void
  ) -> Self {
    addDisposer(dispose, isEnforced: true)
  }

  /// Adds an action for the end of the instance; in Swift 5 mode.
  ///
  /// It runs on the thread that closes.
  ///
  /// - Parameter dispose: receives the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  public func onClose(
    _ dispose: @escaping @isolated(any) (Service) throws -> Void
  ) -> Self {
    addDisposer(dispose, isEnforced: false)
  }

  /// Adds an asynchronous action for the end of the instance.
  ///
  /// Close the container with ``Container/closeAsync(fileID:line:)`` then.
  ///
  /// - Parameter dispose: receives the instance, and may suspend.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func onClose(
    @_inheritActorContext _ dispose: @escaping @isolated(any) @Sendable (Service) async throws -> Void
  ) -> Self {
    let disposer = Disposer(isAsynchronous: true, isolation: nil) { slot in
      // The container releases the instance, and gives it to no other code.
      nonisolated(unsafe) let service = slot.service(as: Service.self)
      return .later { unsafe try await dispose(service) }
    }
    record.apply(.disposer(disposer))
    return self
  }

  private func addDisposer(
    _ dispose: @escaping @isolated(any) (Service) throws -> Void, isEnforced: Bool
  ) -> Self {
    let isolation = isEnforced ? dispose.isolation.map { Isolation($0, isEnforced: true) } : nil
    let unchecked = IsolatedInitializer<Void, Service>(dispose).unchecked
    let disposer = Disposer(isAsynchronous: false, isolation: isolation) { slot in
      let service = slot.service(as: Service.self)
      return .now { try unchecked.run(service) }
    }
    record.apply(.disposer(disposer))
    return self
  }
}
