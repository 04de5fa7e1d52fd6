/// An instance that its home has given up, and that ends with its actions.
struct Ending: @unchecked Sendable {
  // Unchecked: the instance is given up, and one party has it at a time.
  let instance: Instance
  let record: Record
  /// The registry whose container kept it.
  let owner: Registry
  /// The order of creation.
  var number = 0
  var usedLazily: [LazyUse] = []
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
        return CloseError.Failure(key: key, error: error)
      }
    }
  }
  /// Runs and awaits all actions; `nil` if there are none.
  func runAwaited() async -> [CloseError.Failure]? {
    let disposers = disposers
    if disposers.isEmpty { return nil }
    var failures: [CloseError.Failure] = []
    for disposer in disposers {
      do {
        switch disposer.call {
        case .now(let action):
          if let isolation = disposer.isolation {
            try await onActor(isolation.actor) { try action(instance) }
          } else {
            try action(instance)
          }
        case .later(let action): try await action(instance)
        }
      } catch {
        failures.append(CloseError.Failure(key: key, error: error))
      }
    }
    return failures
  }
}

private struct LateAction: Error, CustomStringConvertible {
  var description: String { "an action that must be awaited was added too late" }
}

extension LazyUse {
  fileprivate func gave(_ ending: Ending) -> Bool {
    record === ending.record || ending.number > before && ending.number <= after
  }
}

extension [Ending] {
  /// The reverse order of creation; a service that got another one by a `Lazy`, or that says so, ends before that.
  var inEndOrder: [Ending] {
    let all = inOrder { -$0.number }
    if count < 2 { return all }
    let later = all.map { ending in
      ending.record.settings.laterEnds.flatMap { ending.owner.visibleRecords(of: $0) }
    }
    guard indices.contains(where: { !later[$0].isEmpty || !all[$0].usedLazily.isEmpty }) else { return all }
    func isBefore(_ one: Int, _ other: Int) -> Bool {
      if all[one].record === all[other].record { return false }
      return later[one].contains { $0 === all[other].record }
        || all[one].usedLazily.contains { $0.gave(all[other]) }
    }
    var (sorted, waiting) = ([Ending](), Array<Int>(indices))
    while !waiting.isEmpty {
      // In a circle, the order of creation counts.
      let next = waiting.firstIndex { one in !waiting.contains { isBefore($0, one) } } ?? 0
      sorted.append(all[waiting.remove(at: next)])
    }
    return sorted
  }
}

extension Registry {
  fileprivate func visibleRecords(of end: Settings.LaterEnd) -> [Record] {
    line.flatMap { $0.registrations(of: end.serviceType).filter { $0.key.name == end.name }.map(\.record) }
  }
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
