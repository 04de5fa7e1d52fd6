/// Who waits for whom, in the whole process.
///
/// Only somebody who must wait, or is waited for, takes its lock; no lock of a container is held then.
///
/// *No circle is missed.* A party that waits stays as it is, and a build stays with its party. So a circle comes into being by the wait that
/// closes it, and that one finds it here, because all the others are noted.
///
/// *No wake-up is lost.* Work that ends says under a lock of its own whether somebody waits (`Work.end`), and a wait says under the
/// same lock that it does (`Work.noteWaiter`). If the wait comes first, `wakeAll` finds it: it is noted before `begin` lets its lock go.
enum Waits {
  private static let lock = Guarded(())

  /// Notes a wait, unless it has an answer at once.
  static func begin(_ wait: Wait) -> Wait.Answer? {
    lock.withLock { _ -> Wait.Answer? in
      if wait.answer != nil { return wait.answer }  // It was cancelled before it began.
      if !wait.work.noteWaiter() {
        wait.answer = .again
      } else if let path = path(from: wait.work, to: wait.waiter.parties) {
        wait.answer = .circle(path)
      } else {
        wait.work.waiters.append(wait)
        for party in wait.waiter.parties { party.waits.append(wait) }
      }
      return wait.answer
    }
  }
  static func answer(to wait: Wait) -> Wait.Answer { lock.withLock { _ in wait.answer ?? .again } }
  static func cancel(_ wait: Wait) { wake(lock.withLock { _ in end([wait], .cancelled) }) }
  /// Wakes all who wait for work that has ended.
  static func wakeAll(for work: Work) {
    wake(lock.withLock { _ in end(exchange(&work.waiters, with: []), .again) })
  }
  /// With no lock: the run time has one for each task, which it holds while it calls `cancel`, and takes to wake the task.
  private static func wake(_ waits: [Wait]) { for wait in waits { wait.wake() } }
  /// Whether the party of a build waits, by whatever way, for one of these parties.
  static func isCircle(from work: Work, to parties: [Party]) -> Bool {
    lock.withLock { _ in path(from: work, to: parties) != nil }
  }

  /// Returns those that are to be woken.
  private static func end(_ waits: [Wait], _ answer: Wait.Answer) -> [Wait] {
    let resting = waits.filter { $0.answer == nil }
    for wait in resting {
      wait.answer = answer
      if case .cancelled = answer { wait.work.waiters.removeAll { $0 === wait } }
      for party in wait.waiter.parties { party.waits.removeAll { $0 === wait } }
    }
    return resting
  }
  /// The path from some work, through the waits of its party, to work of one of the others; `nil` if none leads there.
  private static func path(from work: Work, to others: [Party]) -> [PathStep]? {
    var seen: Set<ObjectIdentifier> = []
    func search(_ work: Work) -> [PathStep]? {
      if others.contains(where: { $0 === work.party }) { return [] }
      for wait in work.party.waits where seen.insert(ObjectIdentifier(wait)).inserted {
        guard let rest = search(wait.work) else { continue }
        // What the party builds above the service that is waited for.
        let path = wait.waiter.path
        let place = work.record.flatMap { record in path.lastIndex { $0.isOf(record) } }
        return path.dropFirst(place.map { $0 + 1 } ?? 0) + (wait.work.record.map { [PathStep($0)] } ?? [])
          + rest
      }
      return nil
    }
    return search(work)
  }
}
