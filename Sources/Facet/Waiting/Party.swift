/// One line of control that builds and waits: a thread, or the task of an awaited build with all its child tasks.
///
/// Shared state is touched under the lock of `WaitGraph`.
final class Party: @unchecked Sendable {
  /// The thread; `nil` for a task.
  let thread: Thread?
  /// Its waits: at most one for a thread, several for the child tasks of a task.
  private(set) var waits: [Wait] = []

  init(_ thread: Thread? = nil) { self.thread = thread }

  func add(_ wait: Wait) { waits.append(wait) }

  func remove(_ wait: Wait) { waits.removeAll { $0 === wait } }
}

/// Work of one party that others may wait for: a build, a call of a storage, the first use of a lazy, a close.
///
/// Mutable state is touched under the lock of `WaitGraph`.
class Work: @unchecked Sendable {
  // Unchecked, as its subclass: see above.
  let party: Party
  /// Whether the work has ended, or another party took it over.
  fileprivate(set) var isOver = false
  private(set) var waiters: [Wait] = []

  init(by party: Party) { self.party = party }

  /// The service of the work, for a path: the key, if it is a build.
  var record: Record? { nil }

  func add(_ wait: Wait) {
    wait.place = waiters.count
    waiters.append(wait)
  }

  /// Removes a wait, in constant time, because thousands may be cancelled together.
  func remove(_ wait: Wait) {
    guard wait.place < waiters.count, waiters[wait.place] === wait else { return }
    let last = waiters.removeLast()
    if last === wait { return }
    waiters[wait.place] = last
    last.place = wait.place
  }

  /// Ends the work, and returns the waits for it.
  func end() -> [Wait] {
    isOver = true
    return exchange(&waiters, with: [])
  }
}

/// A waiting party, until a work is over, or until it may go on without the work.
final class Wait: @unchecked Sendable {
  // Unchecked: touched under the lock of `WaitGraph`, but for `signal`, which is safe.
  enum Purpose {
    /// It needs the instance of a build.
    case instance
    /// It has the instance, and waits until that is complete.
    case completion
    /// Another thread has a turn. If `isOptional` is set, the thread may go on without it while the holder waits.
    case turn(isOptional: Bool)
  }

  enum Answer {
    case lookAgain
    /// The finished instance, for a task, which need not search for it again.
    case instance(Instance)
    case failed(ResolutionError)
    case cancelled
    /// The half-built instance that the thread may go on with, and the record that waits for the thread behind
    /// it.
    case offer(Instance, dependent: Record?)
    /// The thread itself builds the awaited instance.
    case takeOver(Build)
    case goOn
    /// The deferred builds of the thread refer to its own build in that frame.
    case putOff(frame: Int)
  }

  let work: Work
  /// The waiting party; `nil` for a task that is not a part of any work.
  let party: Party?
  let purpose: Purpose
  /// The keys from the party's build to the waiting resolve; for the path of a loop.
  let keys: [PathStep]
  /// How often the record had been reset when the wait began.
  let resets: Int
  fileprivate(set) var answer: Answer?
  fileprivate var place = 0
  private let signal: Signal?
  private var continuation: CheckedContinuation<Void, Never>?

  fileprivate init(
    for work: Work, by party: Party?, _ purpose: Purpose, keys: [PathStep] = [], resets: Int = 0
  ) {
    self.work = work
    self.party = party
    self.purpose = purpose
    self.keys = keys
    self.resets = resets
    signal = party?.thread == nil ? nil : Signal()
  }

  /// Lets the party go on; returns the wait, which the caller wakes after the lock.
  func release(_ answer: Answer) -> Wait {
    if self.answer == nil {
      self.answer = answer
      party?.remove(self)
    }
    return self
  }

  /// Wakes the party, after the lock.
  func wake() {
    signal?.send()
    WaitGraph.state.withLock { _ in exchange(&continuation, with: nil) }?.resume()
  }

  // MARK: - Resting

  /// Blocks the calling thread, and returns the answer.
  @inline(never)
  func block() -> Answer {
    // A work that was over before the wait began sends no signal.
    if WaitGraph.state.withLock({ _ in answer == nil }) { signal?.wait() }
    return WaitGraph.state.withLock { _ in
      party?.remove(self)
      return answer ?? .lookAgain
    }
  }

  /// Suspends the calling task, and returns the answer; immediately if the task is cancelled.
  @inline(never)
  nonisolated(nonsending) func rest() async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAnswered = WaitGraph.state.withLock { _ in
          if answer == nil { self.continuation = continuation }
          return answer != nil
        }
        if isAnswered { continuation.resume() }
      }
    } onCancel: {
      let isCancelled = WaitGraph.state.withLock { _ in
        guard answer == nil else { return false }
        work.remove(self)
        _ = release(.cancelled)
        return true
      }
      if isCancelled { wake() }
    }
    return WaitGraph.state.withLock { _ in answer ?? .lookAgain }
  }
}

extension WaitGraph.State {
  /// Lets a party wait.
  func rest(
    for work: Work, by party: Party?, _ purpose: Wait.Purpose = .instance, keys: [PathStep] = [],
    resets: Int = 0
  ) -> Wait {
    let wait = Wait(for: work, by: party, purpose, keys: keys, resets: resets)
    if work.isOver { return wait.release(.lookAgain) }
    work.add(wait)
    party?.add(wait)
    return wait
  }
}
