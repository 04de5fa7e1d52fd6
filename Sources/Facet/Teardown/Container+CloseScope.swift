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
  /// It works like ``resetObjectScope(_:)-(ObjectScope)``, but throws the errors, and fails if an action must be awaited. Actions of
  /// `onClose` run in the order of ``close(fileID:line:)``, after the instances have become unreachable. An instance under construction goes
  /// to its caller, and does not end.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If an action must be awaited, it throws and does nothing.
  public func close(_ objectScope: ObjectScope) throws(CloseError) {
    try registry.close(objectScope)
  }

  /// Ends all services in a scope, here and in the parents; for your own scope type.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If an action must be awaited, it throws and does nothing.
  public func close(_ objectScope: any ObjectScopeProtocol) throws(CloseError) {
    try registry.close(objectScope)
  }

  /// Ends all services in a scope, here and in the parents, and awaits asynchronous actions.
  ///
  /// The same as ``close(_:)-(ObjectScope)``. Instances that were released before, and whose actions must be awaited, end too. Actions run to
  /// their end, and do not see a cancellation of the calling task.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions.
  public nonisolated(nonsending) func closeAsync(_ objectScope: ObjectScope) async throws(CloseError) {
    try await registry.closeAsync(objectScope)
  }

  /// Ends all services in a scope, here and in the parents, and awaits asynchronous actions; for your own scope type.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions.
  public nonisolated(nonsending) func closeAsync(_ objectScope: any ObjectScopeProtocol)
    async
    throws(CloseError)
  {
    try await registry.closeAsync(objectScope)
  }
}

extension Registry {
  fileprivate func close(_ scope: AnyObject) throws(CloseError) {
    let records = records(in: scope)
    try Closing.check(
      records.filter { record in record.settings.disposers.contains { !$0.canRunHere } }.map(\.key))
    try endNow(takeInstances(of: records)).check()
  }

  fileprivate nonisolated(nonsending) func closeAsync(_ scope: any ObjectScopeProtocol)
    async
    throws(CloseError)
  {
    let progress = EndProgress(self)
    try await progress.run { [self] in
      let pending = sequence(first: self, next: \.parent).flatMap { $0.pendingEnds.takeAll() }
      let all = (pending + takeInstances(of: records(in: scope))).inOrder { $0.number > $1.number }
      return await progress.end(EndOrder.sorted(all, among: needsOfOthers))
    }
  }

  /// Takes the shared instances out of records, the youngest first.
  func takeInstances(of records: [Record]) -> [Disposal] {
    records.flatMap { $0.takeInstances() }.inOrder { $0.number > $1.number }
  }
}
