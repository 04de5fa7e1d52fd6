import FacetTestSupport
import Foundation

@testable import Facet

/// A thread that does one job after another, as the test tells it.
///
/// So a test with two threads reads from top to bottom.
final class Worker: Sendable {
  private let queue: JobQueue

  init() {
    let queue = JobQueue()
    self.queue = queue
    _ = ThreadRun {
      while let job = queue.next() { job() }
      return true
    }
  }

  deinit {
    queue.end()
  }

  /// Lets the thread begin a job.
  func begin<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Job<Result> {
    let job = Job<Result>()
    queue.add { job.run(body) }
    return job
  }

  /// Lets the thread do a job, and waits for its end.
  ///
  /// - Returns: `nil` if that takes four minutes.
  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? { begin(body).result }
}

/// What a worker does at the moment.
final class Job<Result: Sendable>: @unchecked Sendable {
  // Unchecked: `outcome` and `party` are touched while `lock` is held.
  private let (hasBegun, hasEnded) = (Gate(), Gate())
  private let lock = NSLock()
  private var outcome: Result?
  private var party: Party?

  fileprivate func run(_ body: () -> Result) {
    lock.withLock { party = Facet.Thread.current.party }
    hasBegun.open()
    let outcome = body()
    lock.withLock { self.outcome = outcome }
    hasEnded.open()
  }

  /// What came of it; waits for the end, and gives `nil` if that takes four minutes.
  var result: Result? {
    hasEnded.pass()
    return lock.withLock { outcome }
  }

  /// Whether the job waits for another party.
  ///
  /// Waits until it either does, as the graph of waits says, or has ended.
  var waits: Bool {
    guard hasBegun.pass() else { return false }
    let end = Date(timeIntervalSinceNow: patience)
    let party = lock.withLock { self.party }
    while lock.withLock({ outcome == nil }), Date() < end {
      let isWaiting = WaitGraph.state.withLock { _ in party.map { !$0.waits.isEmpty } ?? false }
      if isWaiting { return true }
      Foundation.Thread.sleep(forTimeInterval: 0.001)
    }
    return false
  }
}

/// The jobs that a worker has not begun.
private final class JobQueue: @unchecked Sendable {
  // Unchecked: the variables are touched while `condition` is locked.
  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []
  private var hasEnded = false

  func add(_ job: @escaping @Sendable () -> Void) {
    condition.withLock {
      jobs.append(job)
      condition.broadcast()
    }
  }

  func end() {
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while jobs.isEmpty && !hasEnded { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
