/// One instance that its container releases, with the actions for its end.
final class Disposal: @unchecked Sendable {
  // Unchecked: one party has it at a time, the one that ends it or a list behind a lock.
  let number: Int
  let key: ServiceKey
  let scope: any ObjectScopeProtocol
  /// Its number, and the numbers that it had while it was built.
  let numbers: [Int]
  /// The instances that this one received.
  let needs: Set<Int>
  let recordIdentifier: ObjectIdentifier
  /// The registry whose container ends it, whichever container gave it up.
  let owner: Registry
  /// The records of the services that end later, by `closes(before:)`.
  let laterRecords: [ObjectIdentifier]
  private let disposers: [Disposer]
  private var instance: Held?

  private enum Held {
    case shared(Instance)
    case stored(Any)
  }

  private init(_ record: Record, _ settings: Settings, _ number: Int, _ needs: Needs?, _ instance: Held) {
    self.number = number
    key = record.key
    scope = settings.scope
    numbers = [number] + (needs?.ownNumbers ?? [])
    self.needs = needs?.all ?? []
    recordIdentifier = ObjectIdentifier(record)
    owner = record.owner
    laterRecords = settings.laterEnds.flatMap { later in
      record.owner.visibleRecords(of: later).map { ObjectIdentifier($0) }
    }
    if case .shared(let shared) = instance, shared.isWeak {
      // The instance belongs to its holder, but it may need instances that end.
      disposers = []
    } else {
      disposers = settings.disposers
    }
    self.instance = instance
  }

  /// The disposal of an instance that was taken from a record.
  convenience init(_ record: Record, _ settings: Settings, _ shared: Instance) {
    self.init(record, settings, shared.number, shared.needs, .shared(shared))
  }

  /// Takes the instance out of the storage of a custom scope; `nil` if the storage is empty.
  convenience init?(stored record: Record, _ settings: Settings, by thread: Thread) {
    let taken = settings.storage?.call(by: thread) { $0.takeInstance() }
    guard let taken, isService(taken.service, record.serviceType) else { return nil }
    self.init(record, settings, taken.number, taken.needs, .stored(taken.service))
  }

  /// Whether its place among others may matter.
  var isOrdered: Bool { !needs.isEmpty || !laterRecords.isEmpty }

  var hasActions: Bool { !disposers.isEmpty }

  /// Whether all its actions can run on the calling thread, right now.
  var canRunHere: Bool { disposers.allSatisfy(\.canRunHere) }

  /// The instance in a box; `nil` if it has ended.
  var boxed: Any? {
    switch instance {
    case .shared(let shared): shared.boxed
    case .stored(let stored): stored
    case nil: nil
    }
  }

  /// Runs the actions, and releases the instance.
  ///
  /// Asynchronous actions were searched for before; an action that was added since is a failure.
  func run() -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    for (action, isolation) in actions() {
      do {
        switch action {
        case .now(let action) where isolation?.isCurrent != false: try action()
        case .now, .later: throw LateAction()
        }
      } catch {
        failures.append(CloseError.Failure(key: key, error: error))
      }
    }
    release()
    return failures
  }

  /// The actions, each with its actor, the last addition first.
  private func actions() -> [(Disposer.Action, Isolation?)] {
    guard let instance, !disposers.isEmpty else { return [] }
    return Slot.withOpened(key.serviceType) { slot in
      switch instance {
      case .shared(let shared): _ = shared.copy(to: slot)
      case .stored(let stored): guard slot.put(stored, as: key.serviceType) else { return [] }
      }
      return disposers.reversed().map { ($0.action(slot), $0.isolation) }
    }
  }

  /// The same, each action on its actor, awaited if necessary.
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

  func release() {
    if case .shared(let shared) = instance { Reclamation.retire(shared) }
    instance = nil
  }
}

/// An asynchronous action that was added after a synchronous `close` had begun.
private struct LateAction: Error, CustomStringConvertible {
  var description: String { "an action that must be awaited was added too late" }
}
