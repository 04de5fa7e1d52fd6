import Synchronization

/// The build whose asynchronous factory, decorator or completion runs in a task: what injected properties ask there.
///
/// Tasks that it starts inherit it, and may go on after its end, so it holds the build no longer than that runs.
final class RunningBuild: Sendable {
  @TaskLocal private static var inTask: RunningBuild?

  private static let running = Atomic<Int>(0)

  private let build: Guarded<AwaitedBuild?>

  private init(_ build: AwaitedBuild) { self.build = Guarded(build) }

  /// Runs a part of a build in the calling task.
  nonisolated(nonsending) static func run(
    _ build: AwaitedBuild, _ body: () async throws -> Void
  ) async throws {
    let current = RunningBuild(build)
    running.add(1, ordering: .relaxed)
    defer {
      // Released outside the lock.
      _ = current.build.exchange(nil)
      running.subtract(1, ordering: .relaxed)
    }
    try await $inTask.withValue(current, operation: body)
  }

  /// The build around the calling code.
  static var current: AwaitedBuild? {
    // Most of the time nothing is awaited: then nobody looks for a value of the task.
    running.load(ordering: .relaxed) > 0 ? inTask?.build.value : nil
  }
}
