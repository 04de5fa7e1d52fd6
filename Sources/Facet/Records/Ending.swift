/// An instance that is given up, and that ends with its actions.
struct Ending: @unchecked Sendable {
  // Unchecked: the instance is given up, and one party has it at a time.
  let life: Life
  /// What ends; `nil` for what is kept weakly, which has no end, and hands on what it got.
  let instance: Instance?
  /// The order of creation.
  var number = 0
  var needs = Needs()
  /// The instance as forwards show it: released with it.
  var conversions: [Instance] = []

  init(_ life: Life, _ instance: Instance?) { (self.life, self.instance) = (life, instance) }

  var record: Record { life.record }
  /// The registry whose container kept it.
  var owner: Registry { life.owner }
  var key: ServiceKey { record.key }
  /// The actions, in the reverse order of adding.
  private var disposers: [Disposer] { instance == nil ? [] : record.settings.disposers.reversed() }
  var hasActions: Bool { !disposers.isEmpty }
  var canRunHere: Bool { disposers.allSatisfy(\.canRunHere) }

  /// Runs all actions on the calling thread; `nil` if there are none.
  ///
  /// What was added too late, and must be awaited, fails.
  func run() -> [CloseError.Failure]? {
    let disposers = disposers
    guard let instance, !disposers.isEmpty else { return nil }
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
    guard let instance, !disposers.isEmpty else { return nil }
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

extension Life {
  /// The end of an instance that it kept; the life keeps nothing from now on.
  func ending(of instance: Instance?, _ contents: inout Registry.Contents) -> Ending {
    var ending = Ending(self, instance)
    change(&contents) { state in
      (ending.number, ending.needs) = (state.number, exchange(&state.needs, with: Needs()))
      ending.conversions = exchange(&state.conversions, with: []).map(\.instance)
    }
    return ending
  }
  func ending(of instance: Instance) -> Ending { owner.contents.withLock { ending(of: instance, &$0) } }
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
