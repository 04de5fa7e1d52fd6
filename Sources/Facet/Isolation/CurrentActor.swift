/// Finds out whether the running code is on an actor.
///
/// The standard library offers only `assumeIsolated`, which stops the program if not.
///
/// `Task.immediate` on an actor runs synchronously if the caller is on that actor; otherwise the task waits for its turn. So the body notes
/// that it has begun, and the starter checks the note. This costs some 400 ns. The main actor, which most isolated services use, is first
/// recognized by its thread.
enum CurrentActor {
  /// Whether the running code is on an actor.
  static func isCurrent(_ actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      if actor === MainActor.shared { return MainThread.isCurrent }
      // Older systems have no way to ask: this stops the program if the code is not on the actor.
      actor.preconditionIsolated()
      return true
    }
    let answer = ActorAnswer()
    Task.immediate(operation: ActorProbe.unchecked(actor, answer).body)
    return answer.isYes
  }
}

/// Whether a probe began on the asking thread, which can do nothing else meanwhile.
private final class ActorAnswer: Sendable {
  private let thread = Resolution.current.number
  private let yes = Guarded(false)

  var isYes: Bool { yes.value }

  func note() {
    if Resolution.current.number == thread { _ = yes.exchange(true) }
  }
}

/// Makes a function that belongs to an actor and notes an answer.
private enum ActorProbe {
  /// A structure, because generic code that takes such a function as it is needs the run time of later systems.
  struct Probe: Sendable {
    let body: @isolated(any) @Sendable () async -> Void
  }

  /// Making it uses nothing of the actor, so it can be called from anywhere.
  static let unchecked = withoutActor(make)

  private static func make(_ actor: isolated any Actor, _ answer: ActorAnswer) -> Probe {
    Probe(
      body: keep {
        _ = actor
        answer.note()
      })
  }

  /// The closure belongs to the actor of the code around it.
  private static func keep(
    @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async -> Void
  ) -> @isolated(any) @Sendable () async -> Void { body }
}

/// A function with an actor as its first parameter, to be called without `await`.
private func withoutActor<Input, Output>(
  _ function: @escaping @Sendable (isolated any Actor, Input) -> Output
) -> @Sendable (any Actor, Input) -> Output {
  IsolatedFunction(call: function).unchecked.call
}
