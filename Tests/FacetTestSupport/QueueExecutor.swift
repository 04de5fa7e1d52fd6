import Dispatch

/// Runs tasks on a queue of its own, so that they go on while other tests hold all threads of the pool.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks of a test")

  /// Makes a queue on which nothing runs.
  public init() {}

  /// Runs a piece of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits until all tasks of the queue are at rest or over.
  public func waitForRest() { queue.sync {} }
}
