extension ServiceEntry {
  /// Adds an action for the end of the container: it runs when the container is closed, for the instance that it keeps.
  ///
  /// ```swift
  /// container.register(Database.self) { _ in try Database() }
  ///   .inObjectScope(.container)
  ///   .onClose { database in try database.disconnect() }
  /// ```
  ///
  /// A container keeps instances of container scope, of ``ObjectScope/perArgument`` and of custom scopes. What has another scope belongs to who asked for it, and
  /// so does an instance that was given up by a reset, or by a registration in its place: for these the action does not run. Actions run
  /// in the reverse order of adding, each once. See <doc:EndingAContainer>.
  ///
  /// - Parameter dispose: receives the instance. What it throws is collected, and does not keep others from being disposed of.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func onClose(_ dispose: @escaping @Sendable (Service) throws -> Void) -> Self {
    record.addDisposer(
      Disposer(isAsynchronous: false) { pointer in
        let service = pointer.assumingMemoryBound(to: Service.self).pointee
        return .now { try dispose(service) }
      })
    return self
  }

  /// Adds an asynchronous action for the end of the container.
  ///
  /// Such a container is closed by `await container.close()`.
  ///
  /// - Parameter dispose: receives the instance, and may be suspended.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func onClose(_ dispose: @escaping @Sendable (Service) async throws -> Void) -> Self {
    record.addDisposer(
      Disposer(isAsynchronous: true) { pointer in
        // The container lets go of the instance: nobody else gets it from here.
        nonisolated(unsafe) let service = pointer.assumingMemoryBound(to: Service.self).pointee
        return .later { try await dispose(service) }
      })
    return self
  }
}
