import Facet

/// Observes every resolve of a container and its children, except the resolves of observers.
///
/// - Threads: called on the resolving thread, with no lock held.
protocol ResolveObserver: ResolveHook {
  func began(_ resolve: ObservedResolve)
  func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ duration: Duration)
}

enum Observing {
  /// Whether the running code belongs to an observer.
  @TaskLocal static var isReporting = false

  fileprivate static func report(_ body: () -> Void) {
    if !isReporting { $isReporting.withValue(true, operation: body) }
  }
}

extension ResolveObserver {
  func standIn(for registry: Registry) -> Registry? { nil }

  func willResolve(_ resolve: ObservedResolve) { Observing.report { began(resolve) } }

  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration) {
    Observing.report { ended(resolve, outcome, duration) }
  }
}
