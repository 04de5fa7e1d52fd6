import Synchronization

/// The build of a shared service, or the first use of a lazy, that the code of a task is a part of.
///
/// All tasks that the factory starts inherit it, and they may outlive the factory. So it holds the build only while that runs.
final class CurrentBuild: Sendable {
  @TaskLocal private static var inTask: CurrentBuild?

  private static let running = Atomic<Int>(0)

  private let state: Guarded<(build: AwaitedBuild?, party: Party?)>
  /// The context around a lazy.
  ///
  /// Around a build there is nothing: tasks that outlive its factory are a part of no other build.
  private let around: CurrentBuild?
  /// How many lazies are nested here.
  let lazyDepth: Int

  private init(_ build: AwaitedBuild?, _ party: Party) {
    let outer = CurrentBuild.inTask
    state = Guarded((build, party))
    around = build == nil ? outer : nil
    lazyDepth = (outer?.lazyDepth ?? 0) + (build == nil ? 1 : 0)
  }

  /// Runs a build, or the first use of a lazy, in the calling task.
  static func run(_ build: AwaitedBuild?, in party: Party, _ body: () async -> Void) async {
    running.add(1, ordering: .relaxed)
    let current = CurrentBuild(build, party)
    await $inTask.withValue(current, operation: body)
    // Released outside the lock.
    _ = current.state.exchange((nil, nil))
    running.subtract(1, ordering: .relaxed)
  }

  /// The context of the calling code.
  static var current: CurrentBuild? {
    // Mostly no build runs in a task: then the task-local value is not read.
    @inline(__always) get { running.load(ordering: .relaxed) > 0 ? inTask : nil }
  }

  /// The innermost task around the calling code that others wait for.
  var party: Party? { state.value.party ?? around?.party }

  /// The innermost unfinished build around the calling code.
  var build: AwaitedBuild? {
    guard let build = state.value.build, !build.isOver else { return around?.build }
    return build
  }
}
