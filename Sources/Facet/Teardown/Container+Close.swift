extension Container {
  /// Ends the container: lets go of what it keeps in the reverse order of creation, and runs the actions of `onClose`.
  ///
  /// ```swift
  /// try container.close()
  /// ```
  ///
  /// In an asynchronous function write `try await`: that is the other call of this name. At the top level of `main.swift` Swift takes
  /// this one all the same; `try await Task { try await container.close() }.value` calls the other.
  ///
  /// From the beginning on, every resolve and every registration is refused, with ``ResolutionError/Code/containerClosed`` as the reason.
  /// First the living children are closed; one that another thread closes at the moment is waited for. A shared service that another
  /// thread builds at the moment is waited for, too; one that is being awaited refuses this call. Then each instance of container scope, of
  /// ``ObjectScope/perArgument`` and of custom scopes is disposed of, once, and the registrations, decorators and behaviors are removed: what
  /// they captured is released. What was handed out stays with its holder, and the failure handler stays.
  ///
  /// A second call returns at once, also while the first one runs on another thread. A container that is released without a call
  /// disposes of nothing.
  ///
  /// - Threads: may be called from any thread. Actions run on the calling one, with no lock held.
  /// - Throws: a ``CloseError``, with all errors of the actions; or because an action must be awaited, or a child that is being closed
  ///   by `await`, or the calling thread builds a shared service for the container: then nothing was done.
  public func close() throws(CloseError) {
    guard let closing = try Closing(registry, canAwait: false) else { return }
    defer { closing.end() }
    closing.waitForOthers()
    var failures = closing.unfinished
    for disposal in closing.disposals() { failures += disposal.run() }
    if !failures.isEmpty { throw CloseError(reason: .failures(failures)) }
  }

  /// Ends the container, and awaits the actions that are asynchronous.
  ///
  /// The same as the synchronous call, one action after the other. No thread is blocked. A cancelled task closes the container to the end,
  /// too; whether its actions heed that is theirs. A second call waits for the first one, whichever
  /// of the two that is, but for calls in an action of a close or in the factory of a shared service.
  ///
  /// - Throws: a ``CloseError``, with all errors of the actions; or because the calling thread builds a shared service for the
  ///   container: then nothing was done.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    guard let closing = try Closing(registry, canAwait: true) else {
      return await Closing.awaitOther(closing: registry)
    }
    defer { closing.end() }
    await closing.awaitOthers()
    let failures = await closing.dispose()
    if !failures.isEmpty { throw CloseError(reason: .failures(failures)) }
  }

  /// Whether the container, or one of its parents, was closed.
  public var isClosed: Bool { registry.isClosed }
}

extension Registry {
  /// Lets go of all that was registered, and of what is called for it.
  func removeEverything() {
    removeAll()
    notes.removeDecorators()
    behaviors.removeAll()
  }

  /// Says that something was registered too late.
  @inline(never)
  func reportClosed(_ key: ServiceKey) {
    report(ResolutionError(.containerClosed, key: key))
  }
}
