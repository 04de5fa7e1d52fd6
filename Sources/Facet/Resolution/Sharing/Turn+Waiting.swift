/// Taking turns where other threads may want theirs.
extension Flights {
  enum TurnOutcome {
    case taken
    /// The caller has the turn already.
    case own
    /// Another thread has it and would wait for ever: it is at rest.
    case circle(otherPath: [ServiceKey])
  }

  /// Takes the turn that is a part of `owner`, or waits for it.
  ///
  /// If `isOptional` says so, the caller goes on without the turn where its holder is at rest.
  @inline(__always)
  static func take(
    _ turn: borrowing Turn, of owner: AnyObject, _ thread: ThreadState.Pointer, isOptional: Bool = false
  ) -> TurnOutcome {
    switch turn.take(for: UInt(bitPattern: thread)) {
    case .taken: .taken
    case .own: .own
    case .busy: wait(for: turn, of: owner, thread, isOptional: isOptional)
    }
  }

  @inline(never)
  private static func wait(
    for turn: borrowing Turn, of owner: AnyObject, _ thread: ThreadState.Pointer, isOptional: Bool
  ) -> TurnOutcome {
    while true {
      let (wait, otherPath, isFree) = state.withLock { state -> (Wait?, [ServiceKey], Bool) in
        guard let word = turn.awaitedHolder(), let holder = ThreadState.Pointer(bitPattern: word) else {
          return (nil, [], true)
        }
        let (wait, path) = state.prepareToWait(
          forTurnOf: owner, heldBy: holder, isOptional: isOptional, thread)
        return (wait, path, false)
      }
      if let wait {
        _ = wait.finish(thread)
        if case .goOn = wait.answer { return .circle(otherPath: []) }
      } else if !isFree {
        return .circle(otherPath: otherPath)
      }
      if case .taken = turn.take(for: UInt(bitPattern: thread)) { return .taken }
    }
  }

  /// Gives a turn back, and wakes the threads that wait for it.
  @inline(__always)
  static func giveBack(_ turn: borrowing Turn, of owner: AnyObject) {
    if turn.giveBack() { wake(ObjectIdentifier(owner)) }
  }

  @inline(never)
  private static func wake(_ owner: ObjectIdentifier) {
    state.withLock { state in
      var others: [Wait] = []
      for wait in state.turns {
        guard case .turn(owner, _, _) = wait.subject else {
          others.append(wait)
          continue
        }
        if wait.answer == nil { wait.release(.lookAgain) }
      }
      state.turns = others
    }
  }
}
