/// The waits of all parties, in the whole process.
///
/// Only somebody who must wait, or is waited for, takes its lock; no lock of a container is held then.
///
/// *No circle is missed.* A party that waits stays as it is, and a build stays with its party. So a circle comes into being by the wait that
/// closes it, and that one finds it here, because all the others are noted.
///
/// *No wake-up is lost.* Work that ends says under a lock of its own whether somebody waits (`Work.end`), and a wait says under the
/// same lock that it does (`Work.noteWaiter`). If the wait comes first, `wakeAll` finds it: it is noted before `begin` lets its lock go.
enum Waits {
  private static let lock = Guarded(Clock())
  /// The clock of tasks, with the work for which tasks wait.
  private struct Clock {
    var all: [ObjectIdentifier: Work] = [:]
    var isTicking = false

    /// Returns whether the clock must be started.
    mutating func watch(_ work: Work) -> Bool {
      all[ObjectIdentifier(work)] = work
      return !exchange(&isTicking, with: true)
    }
  }

  /// Notes a wait, unless it has an answer at once.
  static func begin(_ wait: Wait, isTask: Bool = false) -> Wait.Answer? {
    var isFirst = false
    defer { if isFirst { LongWait.startClock() } }
    return lock.withLock { clock -> Wait.Answer? in
      if wait.answer != nil { return wait.answer }  // It was cancelled before it began.
      if wait.waiter.asks, (wait.work as? Build)?.isAbandoned == true {
        wait.answer = .abandoned
      } else if !wait.work.noteWaiter(asks: wait.waiter.asks) {
        wait.answer = .again
      } else if let path = path(from: wait.work, to: wait.waiter.parties) {
        wait.answer = .circle(path)
      } else {
        wait.work.waiters.append(wait)
        for party in wait.waiter.parties { party.waits.append(wait) }
        if isTask { isFirst = clock.watch(wait.work) }
      }
      return wait.answer
    }
  }
  static func answer(to wait: Wait) -> Wait.Answer { lock.withLock { _ in wait.answer ?? .again } }
  static func cancel(_ wait: Wait) {
    wake(lock.withLock { end([wait], .cancelled, &$0) })
    if let build = wait.work as? Build { cancelAbandoned([build]) }
  }
  /// Wakes all who wait for work that has ended.
  static func wakeAll(for work: Work) {
    wake(lock.withLock { end(exchange(&work.waiters, with: []), .again, &$0) })
  }
  /// With no lock: the run time has one for each task, which it holds while it calls `cancel`, and takes to wake the task.
  private static func wake(_ waits: [Wait]) { for wait in waits { wait.wake() } }

  // MARK: - Rule 13, cancel

  /// Notes the task of a build.
  static func note(_ task: Task<Void, Never>, of build: Build, isUnheld: Bool) {
    lock.withLock { _ in
      build.task = task
      if isUnheld { build.isUnheld = true }
    }
  }
  /// Their container is closed: from now on only who waits holds these builds.
  static func letGo(_ builds: [Build]) {
    if builds.isEmpty { return }
    lock.withLock { _ in for build in builds { build.isUnheld = true } }
    cancelAbandoned(builds)
  }
  /// Cancels those that nobody waits for, with no lock: a task has handlers for that.
  private static func cancelAbandoned(_ builds: [Build]) {
    let tasks = lock.withLock { _ in
      builds.compactMap { build -> Task<Void, Never>? in
        let isAsked = build.waiters.contains { $0.waiter.asks }
        guard build.isUnheld, !isAsked, let task = build.task, build.abandon() else { return nil }
        build.isAbandoned = true
        return task
      }
    }
    for task in tasks { task.cancel() }
  }

  // MARK: - Circles

  /// Whether the party of a build waits, by whatever way, for one of these parties.
  static func isCircle(from work: Work, to parties: [Party]) -> Bool {
    lock.withLock { _ in path(from: work, to: parties) != nil }
  }

  /// Returns those that are to be woken.
  private static func end(_ waits: [Wait], _ answer: Wait.Answer, _ clock: inout Clock) -> [Wait] {
    let resting = waits.filter { $0.answer == nil }
    for wait in resting {
      wait.answer = answer
      if case .cancelled = answer { wait.work.waiters.removeAll { $0 === wait } }
      for party in wait.waiter.parties { party.waits.removeAll { $0 === wait } }
      if wait.work.waiters.isEmpty { clock.all[ObjectIdentifier(wait.work)] = nil }
    }
    return resting
  }

  // MARK: - What takes long

  /// The clock looks at work that tasks wait for by other means.
  static func watch(_ work: Work) {
    if lock.withLock({ $0.watch(work) }) { LongWait.startClock() }
  }
  static func unwatch(_ work: Work) {
    _ = lock.withLock { $0.all.removeValue(forKey: ObjectIdentifier(work)) }
  }
  /// A second has passed: returns the work for which tasks have waited longer than that, or `nil` if no task waits.
  static func tick(limit: Int) -> [Work]? {
    lock.withLock { clock in
      clock.isTicking = !clock.all.isEmpty
      if !clock.isTicking { return nil }
      // The first second was a part of one.
      return clock.all.values.filter { work in
        work.seconds += 1
        return work.seconds > limit && isUnreported(work)
      }
    }
  }
  /// The parties that wait for some work, the first one first, if it is to be reported: once.
  static func takeLong(_ work: Work) -> [Wait]? {
    lock.withLock { _ in
      guard isUnreported(work) else { return nil }
      work.isReported = true
      return work.waiters
    }
  }
  /// Work whose party waits itself is not what takes long.
  private static func isUnreported(_ work: Work) -> Bool { !work.isReported && work.party.waits.isEmpty }

  /// The path from some work, through the waits of its party, to work of one of the others; `nil` if none leads there.
  private static func path(from work: Work, to others: [Party]) -> [PathStep]? {
    var seen: Set<ObjectIdentifier> = []
    func search(_ work: Work) -> [PathStep]? {
      if others.contains(where: { $0 === work.party }) { return [] }
      for wait in work.party.waits where seen.insert(ObjectIdentifier(wait)).inserted {
        guard let rest = search(wait.work) else { continue }
        // The services that the party builds above the one that is waited for.
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
