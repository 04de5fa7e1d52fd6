import Synchronization

/// Looks whether the running code is on an actor, which the standard library does not say: `assumeIsolated` stops the program instead.
///
/// A task that is started by `Task.immediate` on an actor begins at once if the caller is on that actor, and else waits for its turn. So one
/// whose body notes that it has begun, while its starter still looks, gives the answer. It costs some 400 ns; the main actor, to which most
/// services belong that belong to one, is known by its thread first.
enum CurrentActor {
  /// Whether the running code is on an actor.
  static func isCurrent(_ actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      if actor === MainActor.shared { return MainThread.isCurrent }
      // The systems before have no way to ask: this stops where the code is not on the actor.
      actor.preconditionIsolated()
      return true
    }
    let answer = Answer()
    Task.immediate(operation: ActorProbe.unchecked(actor, answer))
    return answer.isYes
  }
}

/// Whether a probe began on the thread that asks, which cannot do anything else meanwhile.
private final class Answer: Sendable {
  private let thread = Thread.current.number
  private let yes = Atomic<Bool>(false)

  var isYes: Bool { yes.load(ordering: .acquiring) }

  func note() {
    if Thread.current.number == thread { yes.store(true, ordering: .releasing) }
  }
}

/// Makes a function that belongs to an actor and notes an answer.
private enum ActorProbe {
  typealias Probe = @isolated(any) @Sendable () async -> Void

  /// To make it, nothing of the actor is touched: so it can be called from anywhere.
  static let unchecked = withoutActor(make)

  private static func make(_ actor: isolated any Actor, _ answer: Answer) -> Probe {
    keep {
      _ = actor
      answer.note()
    }
  }

  /// The closure that is handed over belongs to the actor of the code around it.
  private static func keep(@_inheritActorContext _ probe: @escaping Probe) -> Probe { probe }
}

/// A function with an actor as its first parameter, to be called without `await`.
private func withoutActor<Input, Output>(
  _ function: @escaping @Sendable (isolated any Actor, Input) -> Output
) -> @Sendable (any Actor, Input) -> Output {
  IsolatedFunction(call: function).unchecked.call
}
