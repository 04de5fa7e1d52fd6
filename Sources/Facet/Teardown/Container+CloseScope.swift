/// The end of one scope: a session, a document, what was made for one request.
extension Container {
  /// Ends all services in a scope, here and in the parents: the next resolve builds anew.
  ///
  /// ```swift
  /// extension ObjectScope {
  ///   static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
  /// }
  /// try container.close(.session)      // logout
  /// ```
  ///
  /// What ``resetObjectScope(_:)-(ObjectScope)`` does, with the errors thrown, and refused if something must be awaited. Actions of `onClose`
  /// run in the order of ``close(fileID:line:)``, when nobody finds the instances any more. An instance that is being built at the moment
  /// belongs to the code that asked for it, and does not end.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If an action must be awaited, it throws and does nothing.
  public func close(_ objectScope: ObjectScope) throws(CloseError) {
    try registry.close(objectScope)
  }

  /// Ends all services in a scope, here and in the parents; for a scope of a type of your own.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError`` with all errors of the actions. If an action must be awaited, it throws and does nothing.
  public func close(_ objectScope: any ObjectScopeProtocol) throws(CloseError) {
    try registry.close(objectScope)
  }

  /// Ends all services in a scope, here and in the parents, and awaits what has to be.
  ///
  /// The same as ``close(_:)-(ObjectScope)``; what was given up before and must be awaited ends as well. Actions run to their end, and do not
  /// see that the calling task is cancelled.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError``, with all errors of the actions.
  public nonisolated(nonsending) func closeAsync(_ objectScope: ObjectScope) async throws(CloseError) {
    try await registry.closeAsync(objectScope)
  }

  /// Ends all services in a scope, here and in the parents, and awaits what has to be; for a scope of a type of your own.
  ///
  /// - Parameter objectScope: the scope to end.
  /// - Throws: a ``CloseError``, with all errors of the actions.
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

  /// Takes out what is shared of records, the youngest instance first.
  func takeInstances(of records: [Record]) -> [Disposal] {
    records.flatMap { $0.takeInstances() }.inOrder { $0.number > $1.number }
  }
}
