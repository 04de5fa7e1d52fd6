/// Somebody who builds and may have to wait: a thread, or an awaited build.
final class Party: @unchecked Sendable {
  // Unchecked: guarded by the lock of `Waits`.
  /// A task may wait for several builds, by its child tasks.
  var waits: [Wait] = []
  /// Whether it builds in a task, for which no thread waits.
  let isAwaited: Bool

  init(isAwaited: Bool = false) { self.isAwaited = isAwaited }
}

/// The work of one party, for which others may wait.
class Work: @unchecked Sendable {
  // Unchecked: each part says who guards it.
  let party: Party
  /// Guarded by the lock of `Waits`.
  var waiters: [Wait] = []
  // Guarded by the lock under which it ends.
  private var (isLost, hasEnded) = (false, false)
  private var hasWaiters = false

  init(by party: Party) { self.party = party }

  // Guarded by the lock of `Waits`.
  /// For how many seconds tasks have waited for it.
  final var seconds = 0
  /// Whether it was reported that it takes long.
  final var isReported = false

  /// The service that is built; `nil` for other work.
  var record: Record? { nil }
  /// Reports that it takes long.
  func reportLong(_ waiters: [Wait]) {}
  /// Notes, under the lock under which it ends, that a party waits; returns whether it still runs.
  ///
  /// For a party that asks, lost work has ended; a close waits until its party has seen that.
  func noteWaiter(asks: Bool) -> Bool { fatalError("Work has a lock") }

  /// Within the lock under which it ends.
  final func addWaiter(asks: Bool) -> Bool {
    let goesOn = !hasEnded && !(asks && isLost)
    if goesOn { hasWaiters = true }
    return goesOn
  }
  /// Within the lock; returns whether a party waits, which is to be woken without the lock.
  final func end() -> Bool {
    hasEnded = true
    return hasWaiters
  }
  /// Within the lock: others get nothing of it any more; returns whether a party waits.
  final func lose() -> Bool {
    isLost = true
    return hasWaiters
  }
}
