/// An instance that its home has given up, and that ends with its actions.
struct Ending: @unchecked Sendable {
  // Unchecked: the instance is given up, and one party has it at a time.
  let instance: Instance
  let record: Record
  /// The registry whose container kept it.
  let owner: Registry
  /// The order of creation.
  var number = 0
  var uses: Set<Use> = []
  /// The instance as forwards show it: released with it.
  var conversions: [Instance] = []

  var key: ServiceKey { record.key }
  /// The actions, in the reverse order of adding.
  private var disposers: [Disposer] { record.settings.disposers.reversed() }
  var hasActions: Bool { !record.settings.disposers.isEmpty }
  var canRunHere: Bool { record.settings.disposers.allSatisfy(\.canRunHere) }

  /// Runs all actions on the calling thread; `nil` if there are none.
  ///
  /// What was added too late, and must be awaited, fails.
  func run() -> [CloseError.Failure]? {
    let disposers = disposers
    if disposers.isEmpty { return nil }
    return disposers.compactMap { disposer in
      do {
        guard case .now(let action) = disposer.call, disposer.isolation?.isCurrent != false else {
          throw LateAction()
        }
        try action(instance)
        return nil
      } catch {
        return CloseError.Failure(registration: record, error: error)
      }
    }
  }
  /// Runs and awaits all actions, plain ones without an actor of their own on that of the caller; `nil` if there are none.
  func runAwaited(on caller: (any Actor)? = nil) async -> [CloseError.Failure]? {
    let disposers = disposers
    if disposers.isEmpty { return nil }
    var failures: [CloseError.Failure] = []
    for disposer in disposers {
      do {
        switch disposer.call {
        case .now(let action):
          if let actor = disposer.isolation?.actor ?? caller {
            try await onActor(actor) { try action(instance) }
          } else {
            try action(instance)
          }
        case .later(let action): try await action(instance)
        }
      } catch {
        failures.append(CloseError.Failure(registration: record, error: error))
      }
    }
    return failures
  }
}

private struct LateAction: Error, CustomStringConvertible {
  var description: String { "an action that must be awaited was added too late" }
}

/// What the end of several instances came to.
struct EndReport: Sendable {
  private(set) var ended: [ServiceKey] = []
  private(set) var failures: [CloseError.Failure] = []

  mutating func add(_ ending: Ending, _ failures: [CloseError.Failure]?) {
    guard let failures else { return }
    ended.append(ending.key)
    self.failures += failures
  }
  func check() throws(CloseError) {
    if !failures.isEmpty { throw CloseError(reason: .failures(failures), ended: ended) }
  }
}
