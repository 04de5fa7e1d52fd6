extension Container {
  /// Closes the container: releases its instances, and runs the actions of `onClose`.
  ///
  /// ```swift
  /// try container.close()
  /// ```
  ///
  /// From its start, the close refuses every resolve and registration, here and in the children, with
  /// ``ResolutionError/Code/containerClosed`` as the reason. Each instance of container scope, scoped scope, ``ObjectScope/perArgument`` and
  /// custom scopes ends, once. The registrations, decorators and behaviors are removed, and their captured objects are released. Other owners
  /// keep their instances alive, and the failure handler stays.
  ///
  /// Instances end in the reverse order of creation, those of the children first. A service that received another one by a `Lazy` or an
  /// `AsyncLazy` ends before that.
  ///
  /// The call does not wait for other threads. If one is building a kept service, that instance ends when it is built, and the resolve fails.
  /// A second call returns immediately, even while the first one still runs, or waits for builds. If a container is released without a call,
  /// no actions run, unless a parent is being closed: its close ends the services of the container too. The close of an overriding copy, or of a copy with its parents,
  /// ends what the copies of these keep.
  ///
  /// - Threads: may be called from any thread. Actions run on the calling thread, with no lock held.
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  /// - Throws: a ``CloseError`` with all errors of the actions. It throws and does nothing if an action must be awaited, or if
  ///   earlier ones run in a task: ``closeAsync(fileID:line:)`` awaits them. So it does if the caller builds a kept service for the container.
  public func close(fileID: String = #fileID, line: Int = #line) throws(CloseError) {
    let location = CodeLocation(fileID: fileID, line: line)
    if registry.closeAtOnce(at: location) { return }
    let whole = registry.whole
    guard let close = try whole.beginClose(location, isAwaited: false) else { return }
    defer { close.finish() }
    var report = EndReport()
    Waits.letGo(whole.family.flatMap(\.runningBuilds))
    Close.$around.withValue(close) {
      let lives = Registry.takeAll(whole.family)
      for life in lives { report.add(life, life.end()) }
      lives.release()
    }
    try report.check()
  }

  /// Closes the container, and awaits the asynchronous actions.
  ///
  /// The call works like ``close(fileID:line:)``, one action after the other, but lets running builds finish. A kept service that is being built may
  /// resolve what it needs, here and in the parents; whoever else asks is refused. The call waits for these builds, for ends that run on other
  /// threads and in tasks, and for the closes of children. Then it ends what is kept. No thread is blocked. Synchronous actions run on the actor of
  /// the caller, unless they were written on another one. Actions run to their end, and do not see that the closing task was cancelled before.
  /// Asynchronous ones do not see a later cancellation either. A second call waits for the first one, synchronous or asynchronous, but not in an
  /// action of a close or in an asynchronous factory.
  ///
  /// - Parameters:
  ///   - fileID: the file of the call, for the reason of a later failure.
  ///   - line: the line of the call.
  /// - Throws: a ``CloseError`` with all errors of the actions. It throws and does nothing if the caller builds a kept service for the
  ///   container.
  public nonisolated(nonsending) func closeAsync(
    fileID: String = #fileID, line: Int = #line
  ) async throws(CloseError) {
    let location = CodeLocation(fileID: fileID, line: line)
    if registry.closeAtOnce(at: location) { return }
    let whole = registry.whole
    guard let close = try whole.beginClose(location, isAwaited: true) else {
      return await registry.awaitClose()
    }
    var drain = Drain(of: whole)
    if drain.take() {
      defer { withExtendedLifetime(self) { close.finish() } }
      return try await whole.run(drain.endings, for: close, on: #isolation).check()
    }
    let (container, caller) = (self, #isolation)
    // In a task of its own, which nobody cancels. The container lives until the end.
    let task = Task {
      defer { withExtendedLifetime(container) { close.finish() } }
      repeat { await drain.wait() } while !drain.take()
      return await whole.run(drain.endings, for: close, on: caller)
    }
    try await task.value.check()
  }

  /// Whether the container or one of its parents was closed.
  public var isClosed: Bool { registry.isClosed }
}

extension Registry {
  /// Runs the ends of an awaited close: here if they can, or else in a task, which nobody cancels.
  fileprivate nonisolated(nonsending) func run(
    _ endings: [Life], for close: Close, on caller: (any Actor)?
  ) async -> EndReport {
    let acting = endings.filter(\.hasActions)
    let canRunHere = !Task.isCancelled && AwaitedResolver.running == nil && acting.allSatisfy(\.canRunHere)
    if acting.isEmpty || canRunHere {
      defer { endings.release() }
      return Close.$around.withValue(close) {
        acting.reduce(into: EndReport()) { report, life in report.add(life, life.end()) }
      }
    }
    changeParticulars { _ in close.keys = acting.map(\.record.key) }
    return await Task {
      await Close.$around.withValue(close) { await RunningEnd.run(endings, on: caller) }
    }.value
  }
  /// Reports that something was registered too late.
  ///
  /// A container that was closed with its parent says so to whoever resolves, and only then.
  @inline(never)
  func reportClosed(_ key: ServiceKey) {
    if parent?.isClosed == true { return }
    report(
      ResolutionError(
        .containerClosed, [], PathStep(key),
        with: ResolutionError.Extras(closing: closing, refused: .registration))
    )
  }
  /// The reason why a closed container does nothing as a whole.
  package var refusal: ResolutionError {
    ResolutionError(
      .containerClosed, [], PathStep(ServiceKey(Container.self)),
      with: ResolutionError.Extras(closing: closing, refused: .whole))
  }
}
