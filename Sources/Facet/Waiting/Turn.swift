import Synchronization

/// The right of one thread to use something that other threads also use: a storage, the value of a lazy.
///
/// Taking and giving back are one or two atomic operations, if no other thread waits. A thread that finds the turn
/// taken waits in `WaitGraph`, which finds threads that wait for one another.
struct Turn: ~Copyable {
  /// The number of the thread that has the turn; zero if it is free.
  private let holderNumber = Atomic<Int>(0)
  private let isAwaited = Atomic<Bool>(false)

  enum Outcome {
    case taken
    /// The caller has the turn already.
    case own
    /// Another thread has it and is waiting, so the wait would be endless.
    case circle(otherPath: [PathStep])
  }

  /// Takes the turn, which is a part of `owner`, or waits for it.
  ///
  /// If `isOptional` is set, the caller goes on without the turn while its holder waits.
  @inline(__always)
  borrowing func take(for thread: Thread, of owner: AnyObject, isOptional: Bool = false) -> Outcome {
    let (isTaken, current) = attempt(thread)
    if isTaken { return .taken }
    return current == thread.number ? .own : wait(for: thread, of: owner, isOptional: isOptional)
  }

  @inline(__always)
  private func attempt(_ thread: Thread) -> (exchanged: Bool, original: Int) {
    holderNumber.compareExchange(expected: 0, desired: thread.number, ordering: .sequentiallyConsistent)
  }

  private enum Step {
    case isFree
    case wait(Wait)
    case circle(otherPath: [PathStep])
  }

  @inline(never)
  private borrowing func wait(for thread: Thread, of owner: AnyObject, isOptional: Bool) -> Outcome {
    repeat {
      switch step(of: thread, ObjectIdentifier(owner), isOptional: isOptional) {
      case .isFree: break
      case .wait(let wait): if case .goOn = wait.block() { return .circle(otherPath: []) }
      case .circle(let otherPath): return .circle(otherPath: otherPath)
      }
    } while !attempt(thread).exchanged
    return .taken
  }

  private borrowing func step(of thread: Thread, _ owner: ObjectIdentifier, isOptional: Bool) -> Step {
    WaitGraph.change { state, woken in
      // Before the check of the holder: a thread that gives the turn back after that sees it.
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      guard let holder else { return .isFree }
      let (wait, path) = state.waitForTurn(
        of: owner, heldBy: holder, isOptional: isOptional, thread.party, &woken)
      return wait.map { .wait($0) } ?? .circle(otherPath: path)
    }
  }

  /// The holder of the turn.
  var holder: Party? { Thread.party(of: holderNumber.load(ordering: .sequentiallyConsistent)) }

  /// Gives the turn back, and wakes the threads that wait for it.
  @inline(__always)
  borrowing func giveBack(of owner: AnyObject) {
    holderNumber.store(0, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent) { wake(ObjectIdentifier(owner)) }
  }

  @inline(never)
  private borrowing func wake(_ owner: ObjectIdentifier) {
    WaitGraph.change { state, woken in
      isAwaited.store(false, ordering: .sequentiallyConsistent)
      guard let work = state.turns.removeValue(forKey: owner) else { return }
      for wait in work.end() { woken.append(wait.release(.lookAgain)) }
    }
  }
}
