extension ServiceEntry {
  /// Adds an action for the end of the instance: when the container is closed, or gives up the instance before.
  ///
  /// ```swift
  /// container.register(Database.self) { _ in try Database() }
  ///   .inObjectScope(.container)
  ///   .onClose { database in try database.disconnect() }
  /// ```
  ///
  /// A container keeps instances of container scope, scoped scope, ``ObjectScope/perArgument`` and custom scopes.
  /// In other scopes the instance belongs to the code that resolved it: the action does not run, and `verify()`
  /// reports this. An instance also ends at a reset, at a new registration of its key, if its `initCompleted`
  /// fails, or if another thread was first. Actions run in the reverse order of their addition, each once. An
  /// action that is written on an actor runs there, so a `close()` elsewhere must be awaited. See <doc:Closing>.
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
  /// The action runs on the thread that closes, unless it names an actor of its own.
  ///
  /// - Parameters:
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - dispose: receives the instance.
  /// - Returns: the entry, for chaining.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  public func onClose(
    surrounding: (any Actor)? = #isolation, _ dispose: @escaping @isolated(any) (Service) throws -> Void
  ) -> Self {
    addDisposer(dispose, isEnforced: isNamed(dispose.isolation, surrounding))
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
    let unchecked = IsolatedAsyncDisposer(dispose)
    record.configure { settings in
      settings.disposers.append(
        Disposer(.later { try await unchecked.run($0.service(as: Service.self)) }))
    }
    return self
  }

  func addDisposer(
    _ dispose: @escaping @isolated(any) (Service) throws -> Void, isEnforced: Bool
  ) -> Self {
    let isolation = isEnforced ? dispose.isolation.map { Isolation($0, isEnforced: true) } : nil
    record.configure { $0.disposers.append(Disposer(.now(disposer(dispose)), on: isolation)) }
    return self
  }
}

/// The container releases the instance, and gives it to no other code.
private struct IsolatedAsyncDisposer<Service>: Sendable {
  private let call: @isolated(any) @Sendable (Service) async throws -> Void

  init(_ call: @escaping @isolated(any) @Sendable (Service) async throws -> Void) { self.call = call }
  func run(_ service: Service) async throws { try await call(handedOver(service)) }
}
