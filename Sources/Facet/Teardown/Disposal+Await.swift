// In a file of its own, as all that is asynchronous: what refers to the data of a file keeps its asynchronous functions in a program.

extension Disposal {
  /// Runs all actions, and lets go of the instance.
  @_optimize(size)
  nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    for (action, isolation) in actions() {
      do {
        switch action {
        case .now(let action):
          if let isolation { try await onActor(isolation.actor, action) } else { try action() }
        case .later(let action): try await action()
        }
      } catch {
        failures.append(CloseError.Failure(key: key, error: error))
      }
    }
    release()
    return failures
  }
}
