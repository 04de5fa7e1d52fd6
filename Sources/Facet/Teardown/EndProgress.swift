/// A running asynchronous end: it has its own task, which goes on after the waiting was given up.
final class EndProgress: Sendable {
  private struct State {
    /// The services that have not ended yet, in order.
    var ahead: [ServiceKey] = []
    var ended: [ServiceKey] = []
    /// Resumes the waiting task; `nil` before and after.
    var continuation: CheckedContinuation<EndReport?, Never>?
    var isLate = false
    /// Whether all has ended: from now on the waiting is not given up.
    var isOver = false
    var report: EndReport?
  }

  private let state = Guarded(State())
  private let registry: Registry

  init(_ registry: Registry) { self.registry = registry }

  /// Ends instances one after the other.
  nonisolated(nonsending) func end(_ disposals: [Disposal]) async -> EndReport {
    state.withLock { $0.ahead = disposals.filter(\.hasActions).map(\.key) }
    var report = EndReport()
    for disposal in disposals {
      report.add(disposal, await disposal.run())
      guard disposal.hasActions else { continue }
      state.withLock { state in
        state.ahead.removeFirst()
        state.ended.append(disposal.key)
      }
    }
    return report
  }

  /// Runs `body` to its end, and waits for it, no longer than `limit` if there is one.
  ///
  /// It has its own task, so the actions do not see the cancellation of the caller's task. Later errors go to the failure handler. `last`
  /// then resumes others that wait for the end.
  nonisolated(nonsending) func run(
    within limit: Duration? = nil, last: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () async -> EndReport
  ) async throws(CloseError) {
    Task { self.finish(await body(), last) }
    let timer = limit.map { limit in
      Task {
        try? await Task.sleep(for: limit)
        self.giveUpWaiting()
      }
    }
    let report = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.report == nil, !state.isLate { state.continuation = continuation }
        return (isOver: state.continuation == nil, report: state.report)
      }
      if known.isOver { continuation.resume(returning: known.report) }
    }
    timer?.cancel()
    guard let report else {
      let state = state.value
      throw CloseError(reason: .timeout(state.ahead), ended: state.ended)
    }
    try report.check()
  }

  private func finish(_ report: EndReport, _ last: () -> Void) {
    let isLate = state.withLock { state in
      state.isOver = true
      return state.isLate
    }
    if isLate { registry.tell(report.failures) }
    last()
    let continuation = state.withLock { state in
      state.report = report
      return exchange(&state.continuation, with: nil)
    }
    continuation?.resume(returning: report)
  }

  private func giveUpWaiting() {
    let continuation = state.withLock { state in
      // A cancelled task finds the report.
      if !state.isOver { state.isLate = true }
      return state.isLate ? exchange(&state.continuation, with: nil) : nil
    }
    continuation?.resume(returning: nil)
  }
}
