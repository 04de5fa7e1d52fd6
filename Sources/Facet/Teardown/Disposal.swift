/// One instance that its container lets go of, and what is to be done with it.
final class Disposal {
  let number: Int
  let key: ServiceKey
  private let disposers: [Disposer]
  private var instance: Held?

  private enum Held {
    case shared(Instance)
    case stored(Any)
  }

  /// Takes the instance of container scope; `nil` if there is none.
  ///
  /// A weak one belongs to its holder.
  init?(shared record: Record) {
    guard let shared = record.takeInstance() else { return nil }
    guard !shared.isWeak else {
      Reclamation.retire(shared)
      return nil
    }
    number = shared.number
    key = record.key
    disposers = record.settings.disposers
    instance = .shared(shared)
  }

  /// Takes the instance out of the storage of a custom scope; `nil` if there is none.
  init?(stored record: Record, by thread: Thread) {
    let settings = record.settings
    guard let slot = settings.storage, let stored = slot.takeInstance(by: thread),
      isService(stored, record.serviceType)
    else { return nil }
    number = slot.instanceNumber
    key = record.key
    disposers = settings.disposers
    instance = .stored(stored)
  }

  /// Runs the actions, and lets go of the instance.
  ///
  /// Asynchronous ones were looked for before; one that was added since is a failure.
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

  /// What is to be done, and on which actor, the last addition first.
  func actions() -> [(Disposer.Action, Isolation?)] {
    guard let instance, !disposers.isEmpty else { return [] }
    return Slot.withOpened(key.serviceType) { slot in
      switch instance {
      case .shared(let shared): _ = shared.copy(to: slot)
      case .stored(let stored): guard slot.put(stored, as: key.serviceType) else { return [] }
      }
      return disposers.reversed().map { ($0.action(slot), $0.isolation) }
    }
  }

  /// The same, each action on its actor, awaited if it has to be.
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

/// An asynchronous action that was added while a synchronous `close` had begun.
private struct LateAction: Error, CustomStringConvertible {
  var description: String { "an action that must be awaited was added too late" }
}
