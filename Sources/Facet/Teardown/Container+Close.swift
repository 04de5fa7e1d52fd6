extension Container {
  /// Closes the container: releases its instances, and runs the actions of `onClose`.
  ///
  /// ```swift
  /// try container.close()
  /// ```
  ///
  /// From its start, the close refuses every resolve and registration, with ``ResolutionError/Code/containerClosed`` as the reason. First the
  /// living children are closed. The call waits for a child that another thread is closing, and for a shared service that another thread is
  /// building. It fails if a shared service is being built with `await`. Then each instance of container scope, scoped scope,
  /// ``ObjectScope/perArgument`` and custom scopes ends, once. The registrations, decorators and behaviors are removed, and their captured objects
  /// are released. Instances in other hands stay alive, and the failure handler stays.
  ///
  /// An instance ends before the services that it received: through its initializer, a completion, or a used `Lazy`. If no such order is known,
  /// and in circles, instances end in the reverse order of creation. ``ServiceEntry/closes(before:name:)`` sets the order of services that are not
  /// wired.
  ///
  /// A second call returns immediately, even while the first one runs on another thread. If a container is released without a call, no actions
  /// run.
  ///
  /// - Threads: may be called from any thread. Actions run on the calling thread, with no lock held.
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  /// - Throws: a ``CloseError`` with all errors of the actions. It throws and does nothing if a service must be awaited, which
  ///   ``closeAsync(fileID:line:)`` does, or if the calling thread builds a shared service for the container.
  public func close(fileID: String = #fileID, line: Int = #line) throws(CloseError) {
    let location = CodeLocation(fileID: fileID, line: line)
    guard let closing = try Closing(registry, canAwait: false, at: location) else { return }
    defer { closing.close.finish() }
    closing.waitForOthers()
    try closing.dispose().check()
  }

  /// Closes the container, and awaits the asynchronous actions.
  ///
  /// The same as ``close(fileID:line:)``, one action after the other. No thread is blocked. Actions run to their end, and do not see a
  /// cancellation of the closing task. A second call waits for the first one, synchronous or asynchronous. A call in an action of a close or in
  /// the factory of a shared service does not wait.
  ///
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  /// - Throws: a ``CloseError`` with all errors of the actions. It throws and does nothing if the calling thread builds a shared service for the
  ///   container.
  public nonisolated(nonsending) func closeAsync(
    fileID: String = #fileID, line: Int = #line
  ) async throws(CloseError) {
    try await closeAsync(limit: nil, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Closes the container, and stops waiting after a time limit.
  ///
  /// After the limit the close goes on, and later errors go to the failure handler. Another ``closeAsync(fileID:line:)`` waits for it.
  ///
  /// ```swift
  /// try await container.closeAsync(within: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: how long to wait.
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  /// - Throws: a ``CloseError``, as ``closeAsync(fileID:line:)`` does; or ``CloseError/Reason/timeout(_:)`` with the services that had not ended.
  public nonisolated(nonsending) func closeAsync(
    within limit: Duration, fileID: String = #fileID, line: Int = #line
  ) async throws(CloseError) {
    try await closeAsync(limit: limit, at: CodeLocation(fileID: fileID, line: line))
  }

  private nonisolated(nonsending) func closeAsync(
    limit: Duration?, at location: CodeLocation
  ) async throws(CloseError) {
    guard let closing = try Closing(registry, canAwait: true, at: location) else {
      return await Closing.awaitOther(closing: registry)
    }
    let (progress, container) = (EndProgress(registry), self)
    // The container lives until the end.
    try await progress.run(
      within: limit, last: { withExtendedLifetime(container) { closing.close.finish() } }
    ) {
      await closing.awaitOthers()
      return await closing.dispose(progress)
    }
  }

  /// Whether the container or one of its parents was closed.
  public var isClosed: Bool { registry.isClosed }
}

extension Registry {
  /// Reports that something was registered too late.
  @inline(never)
  func reportClosed(_ key: ServiceKey) {
    report(ResolutionError(.containerClosed, key: key, closing: closing))
  }
}
