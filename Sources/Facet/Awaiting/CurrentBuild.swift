import Synchronization

/// What the code of a task is a part of, if that is the build of a shared service or the first use of a lazy.
///
/// All tasks that the factory starts inherit it. They may go on after its end, so it holds the build no longer than that runs.
final class CurrentBuild: Sendable {
  @TaskLocal private static var inTask: CurrentBuild?

  private static let running = Atomic<Int>(0)

  private let state: Guarded<(build: AwaitedBuild?, party: Party?)>
  /// What is around a lazy.
  ///
  /// Around a build there is nothing: what its factory leaves behind is a part of no other one.
  private let around: CurrentBuild?
  /// How many lazies are around one another here.
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

  /// What the calling code is a part of.
  static var current: CurrentBuild? {
    // Most of the time no task is: then nobody looks for a value of its own.
    @inline(__always) get { running.load(ordering: .relaxed) > 0 ? inTask : nil }
  }

  /// The innermost task around the calling code that others wait for.
  var party: Party? { state.value.party ?? around?.party }

  /// The innermost build around the calling code that is not over.
  var build: AwaitedBuild? {
    guard let build = state.value.build, !build.isOver else { return around?.build }
    return build
  }
}
