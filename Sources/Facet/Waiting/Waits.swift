/// Who waits for whom, in the whole process.
///
/// Only somebody who must wait, or is waited for, takes its lock; no lock of a container is held then.
///
/// *No circle is missed.* A party that waits stays as it is, and a build stays with its party. So a circle comes into being by the wait that
/// closes it, and that one finds it here, because all the others are noted.
///
/// *No wake-up is lost.* A build that ends says under its container's lock whether somebody waits (`Build.giveBackClaim`), and a wait says under the
/// same lock that it does (`Build.noteWaiter`). If the wait comes first, `wakeAll` finds it: it is noted before `begin` lets its lock go.
enum Waits {
  private static let lock = Guarded(())

  /// Notes a wait, unless it has an answer at once.
  static func begin(_ wait: Wait) -> Wait.Answer? {
    lock.withLock { _ -> Wait.Answer? in
      if wait.answer != nil { return wait.answer }  // It was cancelled before it began.
      let isRunning = wait.build.home.owner.contents.withLock { wait.build.noteWaiter(&$0) }
      if !isRunning {
        wait.answer = .again
      } else if let path = path(from: wait.build, to: wait.waiter.parties) {
        wait.answer = .circle(path)
      } else {
        wait.build.waiters.append(wait)
        for party in wait.waiter.parties { party.waits.append(wait) }
      }
      return wait.answer
    }
  }
  static func answer(to wait: Wait) -> Wait.Answer { lock.withLock { _ in wait.answer ?? .again } }
  static func cancel(_ wait: Wait) { wake(lock.withLock { _ in end([wait], .cancelled) }) }
  /// Wakes all who wait for a build that has ended.
  static func wakeAll(for build: Build) {
    wake(lock.withLock { _ in end(exchange(&build.waiters, with: []), .again) })
  }
  /// With no lock: the run time has one for each task, which it holds while it calls `cancel`, and takes to wake the task.
  private static func wake(_ waits: [Wait]) { for wait in waits { wait.wake() } }
  /// Whether the party of a build waits, by whatever way, for one of these parties.
  static func isCircle(from build: Build, to parties: [Party]) -> Bool {
    lock.withLock { _ in path(from: build, to: parties) != nil }
  }

  /// Returns those that are to be woken.
  private static func end(_ waits: [Wait], _ answer: Wait.Answer) -> [Wait] {
    let resting = waits.filter { $0.answer == nil }
    for wait in resting {
      wait.answer = answer
      if case .cancelled = answer { wait.build.waiters.removeAll { $0 === wait } }
      for party in wait.waiter.parties { party.waits.removeAll { $0 === wait } }
    }
    return resting
  }
  /// The path from a build, through the waits of its party, to a build of one of the others; `nil` if none leads there.
  private static func path(from build: Build, to others: [Party]) -> [PathStep]? {
    var seen: Set<ObjectIdentifier> = []
    func search(_ build: Build) -> [PathStep]? {
      if others.contains(where: { $0 === build.party }) { return [] }
      for wait in build.party.waits where seen.insert(ObjectIdentifier(wait)).inserted {
        guard let rest = search(wait.build) else { continue }
        // What the party builds above the service that is waited for.
        let own =
          wait.waiter.path.lastIndex { $0.isOf(build.record) }.map { wait.waiter.path[($0 + 1)...] }
          ?? wait.waiter.path[...]
        return own + [PathStep(wait.build.record)] + rest
      }
      return nil
    }
    return search(build)
  }
}
