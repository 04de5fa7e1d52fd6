import Synchronization

/// What the code of a task is a part of, if that is the build of a shared service or the first use of a lazy.
///
/// All tasks that the factory starts inherit it. They may go on after its end, so it holds the build no longer than that runs.
final class CurrentBuild: Sendable {
  @TaskLocal private static var inTask: CurrentBuild?

  private static let running = Atomic<Int>(0)

  private let state: Guarded<(node: AsyncNode?, build: AsyncBuild?)>
  /// What is around a lazy.
  ///
  /// Around a build there is nothing: what its factory leaves behind is a part of no other one.
  private let around: CurrentBuild?
  /// How many lazies are around one another here.
  let lazyDepth: Int

  private init(_ node: AsyncNode, _ build: AsyncBuild?) {
    let outer = CurrentBuild.inTask
    state = Guarded((node, build))
    around = build == nil ? outer : nil
    lazyDepth = (outer?.lazyDepth ?? 0) + (build == nil ? 1 : 0)
  }

  /// Runs a node in the calling task; its build, or none if it is a lazy's.
  static func run(_ node: AsyncNode, _ build: AsyncBuild?, _ body: () async -> Void) async {
    running.add(1, ordering: .relaxed)
    let current = CurrentBuild(node, build)
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

  /// The innermost node around the calling code that is not over.
  var node: AsyncNode? { state.value.node ?? around?.node }

  /// The innermost build around the calling code that is not over.
  var build: AsyncBuild? {
    @inline(never) get {
      guard let build = state.value.build, !build.isOver else { return around?.build }
      return build
    }
  }
}
