import Facet

/// Receives the events of a trace.
///
/// - Threads: called on the resolving thread, with no lock held; calls from several threads may overlap.
public protocol Tracer: Sendable {
  /// Receives the beginning or the end of a resolve.
  ///
  /// - Parameter event: describes the resolve and its thread.
  func receive(_ event: TraceEvent)
}

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
  /// - Parameter handler: receives the events.
  /// - Returns: the trace, to stop it. If you do not stop it, the trace lasts as long as the container.
  @discardableResult
  public func trace(_ handler: @escaping @Sendable (TraceEvent) -> Void) -> TraceRecording {
    trace(HandlerTracer(handler: handler))
  }

  /// Calls a tracer at the beginning and end of every resolve of this container and its children.
  ///
  /// - Parameter tracer: receives the events.
  /// - Returns: the trace, to stop it. If you do not stop it, the trace lasts as long as the container.
  @discardableResult
  public func trace(_ tracer: any Tracer) -> TraceRecording { TraceRecording(tracer, of: registry) }
}

/// A trace that runs until it is stopped.
///
/// - Threads: thread-safe.
public final class TraceRecording: Sendable {
  private let observer: TracingObserver
  private let registry: Registry

  fileprivate init(_ tracer: any Tracer, of registry: Registry) {
    observer = TracingObserver(tracer)
    self.registry = registry
    registry.add(observer)
  }

  /// Ends the trace.
  ///
  /// Resolves that are running still report their end.
  public func stop() {
    registry.remove(observer)
  }
}

private struct HandlerTracer: Tracer {
  let handler: @Sendable (TraceEvent) -> Void

  func receive(_ event: TraceEvent) { handler(event) }
}

private final class TracingObserver: ResolveObserver {
  private let tracer: any Tracer

  init(_ tracer: any Tracer) {
    self.tracer = tracer
  }

  func began(_ resolve: ObservedResolve) {
    tracer.receive(TraceEvent(resolve, .began))
  }

  func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ duration: Duration) {
    tracer.receive(TraceEvent(resolve, .ended(TraceEvent.Outcome(outcome), duration)))
  }
}
