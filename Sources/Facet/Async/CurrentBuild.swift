/// The build that the code of a task is a part of, if it is one of a shared service.
///
/// All tasks that the factory starts inherit it. They may go on after its end, so it holds the build no longer than that runs.
final class CurrentBuild: Sendable {
  @TaskLocal static var inTask: CurrentBuild?

  private let build: Guarded<AsyncBuild?>

  init(_ build: AsyncBuild) {
    self.build = Guarded(build)
  }

  func end() { _ = build.exchange(nil) }

  /// The build around the calling code.
  static var build: AsyncBuild? {
    @inline(never) get {
      guard let build = inTask?.build.value, !build.isOver else { return nil }
      return build
    }
  }
}
