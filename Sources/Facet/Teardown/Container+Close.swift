extension Container {
  /// Ends the container: lets go of what it keeps, and runs the actions of `onClose`.
  ///
  /// ```swift
  /// try container.close()
  /// ```
  ///
  /// From the beginning on, every resolve and every registration is refused, with ``ResolutionError/Code/containerClosed`` as the reason.
  /// First the living children are closed; one that another thread closes at the moment is waited for. A shared service that another
  /// thread builds at the moment is waited for, too; one that is being awaited refuses this call. Then each instance of container scope, of
  /// scoped scope, of ``ObjectScope/perArgument`` and of custom scopes ends, once, and the registrations, decorators and behaviors are
  /// removed: what they captured is released. What was handed out stays with its holder, and the failure handler stays.
  ///
  /// Who got a service ends before it: by its initializer, by a completion, or by a `Lazy` that was used. Where nothing is known, and in
  /// circles, instances end in the reverse order of creation. ``ServiceEntry/closes(before:name:)`` says what is not wired.
  ///
  /// A second call returns at once, also while the first one runs on another thread. A container that is released without a call
  /// ends nothing.
  ///
  /// - Threads: may be called from any thread. Actions run on the calling one, with no lock held.
  /// - Parameters:
  ///   - fileID: where the container is closed, for the reason of a later failure.
  ///   - line: where the container is closed.
  /// - Throws: a ``CloseError``, with all errors of the actions; or because something must be awaited, which ``closeAsync(fileID:line:)`` does, or
  ///   the calling thread builds a shared service for the container: then nothing was done.
  public func close(fileID: String = #fileID, line: Int = #line) throws(CloseError) {
    let location = CodeLocation(fileID: fileID, line: line)
    guard let closing = try Closing(registry, canAwait: false, at: location) else { return }
    defer { closing.end() }
    closing.waitForOthers()
    try closing.dispose().check()
  }

  /// Ends the container, and awaits the actions that are asynchronous.
  ///
  /// The same as ``close(fileID:line:)``, one action after the other. No thread is blocked. Actions run to their end, and do not see that the task
  /// that closes is cancelled. A second call waits for the first one, whichever
  /// of the two that is, but for calls in an action of a close or in the factory of a shared service.
  ///
  /// - Parameters:
  ///   - fileID: where the container is closed, for the reason of a later failure.
  ///   - line: where the container is closed.
  /// - Throws: a ``CloseError``, with all errors of the actions; or because the calling thread builds a shared service for the
  ///   container: then nothing was done.
  public nonisolated(nonsending) func closeAsync(
    fileID: String = #fileID, line: Int = #line
  ) async throws(CloseError) {
    try await closeAsync(limit: nil, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Ends the container, and gives up waiting when the time is up.
  ///
  /// The end goes on then, and what fails later goes to the failure handler; another ``closeAsync(fileID:line:)`` waits for it.
  ///
  /// ```swift
  /// try await container.closeAsync(within: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: how long to wait.
  ///   - fileID: where the container is closed, for the reason of a later failure.
  ///   - line: where the container is closed.
  /// - Throws: a ``CloseError``, as ``closeAsync(fileID:line:)`` does; or ``CloseError/Reason/timeout(_:)`` with what had not ended.
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
    // The container is there to the end.
    try await progress.run(within: limit, last: { withExtendedLifetime(container) { closing.end() } }) {
      await closing.awaitOthers()
      return await closing.dispose(progress)
    }
  }

  /// Whether the container, or one of its parents, was closed.
  public var isClosed: Bool { registry.isClosed }
}

extension Registry {
  /// Lets go of all that was registered, and of what is called for it.
  func removeEverything() {
    removeAll()
    for pair in scoped.removeAll() { Reclamation.retire(pair.member) }
    removeCallbacks()
  }

  /// Says that something was registered too late.
  @inline(never)
  func reportClosed(_ key: ServiceKey) {
    report(ResolutionError(.containerClosed, key: key, closing: closing))
  }
}
