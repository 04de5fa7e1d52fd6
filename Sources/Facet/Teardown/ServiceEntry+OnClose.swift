extension ServiceEntry {
  /// Adds an action for the end of the instance: when the container is closed, or the instance is given up before.
  ///
  /// ```swift
  /// container.register(Database.self) { _ in try Database() }
  ///   .inObjectScope(.container)
  ///   .onClose { database in try database.disconnect() }
  /// ```
  ///
  /// A container keeps instances of container scope, of scoped scope, of ``ObjectScope/perArgument`` and of custom scopes. What has another
  /// scope belongs to the code that asked for it: the action does not run, and `verify()` tells of such a scope. An instance also ends by a
  /// reset, by a registration in its place, and by the limit of its scope. Actions run in
  /// the reverse order of adding, each once. One that is written on an actor runs there: a `close()` elsewhere must be awaited. See
  /// <doc:Ending>.
  ///
  /// - Parameter dispose: receives the instance. What it throws is collected, and does not keep others from being disposed of.
  /// - Returns: the entry, for chaining.
  @available(swift, introduced: 6)
  @discardableResult
  public func onClose(
    @_inheritActorContext _ dispose: @escaping @isolated(any) @Sendable (Service) throws -> Void
  ) -> Self {
    addDisposer(dispose, isEnforced: true)
  }

  /// Adds an action for the end of the instance; in Swift 5 mode, where it runs on the thread that closes.
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
  /// Such a container is closed by ``Container/closeAsync(fileID:line:)``.
  ///
  /// - Parameter dispose: receives the instance, and may be suspended.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func onClose(
    @_inheritActorContext _ dispose: @escaping @isolated(any) @Sendable (Service) async throws -> Void
  ) -> Self {
    let disposer = Disposer(isAsynchronous: true, isolation: nil) { slot in
      // The container lets go of the instance: nobody else gets it from here.
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
    let unchecked = IsolatedDisposer<Service>(call: dispose).unchecked
    let disposer = Disposer(isAsynchronous: false, isolation: isolation) { slot in
      let service = slot.service(as: Service.self)
      return .now { try unchecked.call(service) }
    }
    record.apply(.disposer(disposer))
    return self
  }
}
