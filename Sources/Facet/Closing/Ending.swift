// The end of an instance that was given up: nobody finds it any more, and one party ends it.
extension Life {
  /// The instance that ends, and its actions; one that is kept weakly has no end, and hands on its needs.
  private var kept: (instance: Instance, disposers: [Disposer])? {
    withReadLock { $0.kept }.map { ($0, record.configuration.settings.disposers) }
  }
  var hasActions: Bool { kept?.disposers.isEmpty == false }
  var canRunHere: Bool { kept?.disposers.allSatisfy { $0.canRunHere } ?? true }

  /// Runs all actions on the calling thread; `nil` if there are none.
  ///
  /// Asynchronous actions that were added too late fail.
  func end() -> [CloseError.Failure]? {
    guard let (instance, disposers) = kept, !disposers.isEmpty else { return nil }
    // In the reverse order of adding.
    return disposers.reversed().compactMap { disposer in
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
  func endAwaited(on caller: (any Actor)? = nil) async -> [CloseError.Failure]? {
    guard let (instance, disposers) = kept, !disposers.isEmpty else { return nil }
    var failures: [CloseError.Failure] = []
    for disposer in disposers.reversed() {
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

extension [Life] {
  /// Releases all that they keep, when all have ended: a `Lazy` that an instance holds may have its life.
  func release() {
    var rest = self[...]
    // Mostly they have one owner, whose lock is taken once.
    while let owner = rest.first?.owner {
      let lives = rest.prefix { $0.owner === owner }
      rest.removeFirst(lives.count)
      // Released without the lock.
      var released: [AnyObject] = []
      owner.contents.withLock { contents in for life in lives { life.takeKept(&released, &contents) } }
      withExtendedLifetime(released) {}
    }
  }
}
extension Life {
  /// Takes all that it keeps, to be released without the lock.
  func takeKept(_ released: inout [AnyObject], _ contents: inout Registry.Contents) {
    change(&contents) { state in
      if let kept = exchange(&state.kept, with: nil) { released.append(kept) }
      for shown in exchange(&state.conversions, with: []) { released.append(shown.instance) }
      if state.needs.isEmpty { return }
      let needs = exchange(&state.needs, with: Needs())
      released += needs.parts + needs.gained
    }
  }
}

private struct LateAction: Error, CustomStringConvertible {
  var description: String { "an action that must be awaited was added too late" }
}

/// The result of the end of several instances.
struct EndReport: Sendable {
  private(set) var ended: [ServiceKey] = []
  private(set) var failures: [CloseError.Failure] = []

  mutating func add(_ life: Life, _ failures: [CloseError.Failure]?) {
    guard let failures else { return }
    ended.append(life.record.key)
    self.failures += failures
  }
  func check() throws(CloseError) {
    if !failures.isEmpty { throw CloseError(reason: .failures(failures), ended: ended) }
  }
}
