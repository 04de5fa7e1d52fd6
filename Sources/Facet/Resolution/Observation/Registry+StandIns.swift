extension Registry {
  /// Lets the running thread ask the copies of `standIns` in place of their originals while `body` runs.
  package static func withStandIns<Result>(_ standIns: StandIns, _ body: () throws -> Result) rethrows
    -> Result
  {
    let thread = Thread.current
    // An observer may have led here: what the block resolves is nothing of the observer's own.
    let before = thread.state.observation
    thread.state.observation = ThreadObservation(standIns: standIns)
    standIns.count(1)
    defer {
      standIns.count(-1)
      thread.state.observation = before
    }
    return try body()
  }

  /// Lets the running task ask the copies of `standIns` in place of their originals while `body` runs.
  package nonisolated(nonsending) static func withStandIns<Result>(
    _ standIns: StandIns, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    standIns.count(1)
    defer { standIns.count(-1) }
    return try await StandIns.$ofTask.withValue(standIns, operation: body)
  }

  /// The registry that the running thread asks in place of this one; `nil` for none.
  package var standIn: Registry? { isObserved ? standIn(for: Thread.current) : nil }

  /// The same for a registry that is observed.
  func standIn(for thread: Thread) -> Registry? {
    (thread.state.observation.standIns ?? StandIns.ofTask)?.registry(for: self)
  }
}

extension StandIns {
  /// Counts the threads that ask others in the place of the originals.
  @inline(never)
  fileprivate func count(_ difference: Int) {
    for original in originals { original.changeObservation { $0.standIns += difference } }
  }
}
