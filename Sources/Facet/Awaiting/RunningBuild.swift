/// The build whose asynchronous factory, decorator or completion runs in a task: what injected properties ask there.
///
/// Tasks that it starts inherit it, and may go on after its end, so it holds the build no longer than that runs.
final class RunningBuild: Sendable {
  @TaskLocal static var inTask: RunningBuild?

  private let build: Guarded<AwaitedBuild?>

  init(_ build: AwaitedBuild) { self.build = Guarded(build) }

  func end() {
    // Released outside the lock.
    _ = build.exchange(nil)
  }

  /// The build around the calling code.
  static var current: AwaitedBuild? { inTask?.build.value }
}
