/// The end of one scope, for example of a session, a document or a request.
extension Container {
  /// Ends all services in a scope, here and in the parents: the next resolve builds new instances.
  ///
  /// ```swift
  /// extension ObjectScope {
  ///   static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
  /// }
  /// try container.close(.session)      // logout
  /// ```
  ///
  /// The call works like ``resetObjectScope(_:)-(ObjectScope)``, but throws the errors, and fails if an action must be awaited. Actions of
  /// `onClose` run in the order of ``close(fileID:line:)``, when no resolve finds the instances any more. An instance under construction goes
  /// to its caller, and ends right after.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If an action must be awaited, if earlier ones run in a task, or if the container
  ///   is closed, it throws and does nothing.
  public func close(_ objectScope: ObjectScope) throws(CloseError) {
    if isClosed { throw CloseError(reason: .containerClosed(registry.refusal)) }
    let records = registry.recordsInUse(in: objectScope)
    try CloseError.check(records, in: Array(registry.line), of: objectScope)
    try registry.endHere(registry.giveUp(objectScope, nil)).check()
  }

  /// Ends all services in a scope, here and in the parents, and awaits asynchronous actions.
  ///
  /// The call ends the same instances as ``close(_:)-(ObjectScope)``, and waits for the actions of instances that ended earlier. Actions run to their end,
  /// and do not see a cancellation of the calling task.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If the container is closed, it throws and does nothing.
  public nonisolated(nonsending) func closeAsync(_ objectScope: ObjectScope) async throws(CloseError) {
    if isClosed { throw CloseError(reason: .containerClosed(registry.refusal)) }
    let (registry, caller) = (registry, #isolation)
    // In a task of its own, which nobody cancels.
    let task = Task {
      // Builds that begin later are given up.
      await Registry.await(registry.runningBuilds(of: objectScope))
      await Registry.await(registry.line.flatMap(\.threadEnds))
      let earlier = Registry.runningEnds(of: Array(registry.line))
      for end in earlier { _ = await end.task.value }
      return await RunningEnd.begin(registry.giveUp(objectScope, nil), on: caller).value
    }
    try await task.value.check()
  }
}
