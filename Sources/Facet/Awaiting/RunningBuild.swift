/// The build whose asynchronous factory, decorator or completion runs in a task.
///
/// Injected properties use it there.
///
/// Tasks that it starts inherit it, and may outlive it. So it holds the build only while that runs.
final class RunningBuild: Sendable {
  @TaskLocal private static var inTask: RunningBuild?

  private let build: Guarded<AwaitedBuild?>

  private init(_ build: AwaitedBuild) { self.build = Guarded(build) }

  /// Runs a part of a build in the calling task.
  nonisolated(nonsending) static func run(
    _ build: AwaitedBuild, _ body: () async throws -> Void
  ) async throws {
    let running = RunningBuild(build)
    // Released outside the lock.
    defer { _ = running.build.exchange(nil) }
    try await $inTask.withValue(running, operation: body)
  }

  /// The build around the calling code.
  static var current: AwaitedBuild? { inTask?.build.value }
}
