import Facet

extension Container {
  /// Calls a closure at the beginning and end of every resolve of this container and its children.
  ///
  /// ```swift
  /// let trace = container.trace { event in print(event.depth, event.key) }
  /// // later:
  /// trace.stop()
  /// ```
  ///
  /// Resolves inside the closure are not traced. Without a trace, a resolve only reads one flag.
  ///
  /// - Threads: the closure is called on the resolving thread, with no lock held; calls from several threads may overlap.
  /// - Parameter handler: receives the events.
  /// - Returns: the trace, to stop it. If you do not stop it, the trace lasts as long as the container.
  @discardableResult
  public func trace(_ handler: @escaping @Sendable (TraceEvent) -> Void) -> TraceRecording {
    TraceRecording(handler, of: registry)
  }
}

/// A trace that runs until it is stopped.
///
/// - Threads: thread-safe.
public final class TraceRecording: Sendable {
  /// Whether the running code belongs to the closure of a trace.
  @TaskLocal private static var isReporting = false

  private let hook: ResolveHook
  private let registry: Registry

  fileprivate init(_ handler: @escaping @Sendable (TraceEvent) -> Void, of registry: Registry) {
    @Sendable func report(_ resolve: ObservedResolve, _ phase: TraceEvent.Phase) {
      if TraceRecording.isReporting { return }
      TraceRecording.$isReporting.withValue(true) { handler(TraceEvent(resolve, phase)) }
    }
    hook = ResolveHook(
      before: { report($0, .began) }, after: { report($0, .ended(TraceEvent.Outcome($1), nanoseconds: $2)) })
    self.registry = registry
    registry.add(hook)
  }

  /// Ends the trace.
  ///
  /// Resolves that are running still report their end.
  public func stop() { registry.remove(hook) }
}
