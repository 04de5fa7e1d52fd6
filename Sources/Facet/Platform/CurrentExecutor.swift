import Builtin

/// Asks the runtime whether the running code is on an actor.
///
/// The standard library does not answer that: `assumeIsolated` stops the program instead. This is the function that `Task.immediate` uses for
/// it, declared with its types: hence the import of `Builtin`.
enum CurrentExecutor {
  /// Whether the running code may touch the state of an actor, which has this executor.
  ///
  /// Where the system's runtime cannot tell it without stopping the program, which is before the releases of 2025, the main actor is known
  /// by its thread, and every other actor is taken to be the right one.
  static func isCurrent(_ executor: UnownedSerialExecutor, of actor: any Actor) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return actor !== MainActor.shared || MainThread.isCurrent
    }
    // The struct holds nothing but the executor.
    return isCurrentExecutor(unsafeBitCast(executor, to: Builtin.Executor.self), withoutStopping)
  }

  private static var withoutStopping: UInt64 { 0 }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@_silgen_name("swift_task_isCurrentExecutorWithFlags")
private func isCurrentExecutor(_ executor: Builtin.Executor, _ flags: UInt64) -> Bool
