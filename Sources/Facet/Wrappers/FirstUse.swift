/// The first use of an ``AsyncLazy``, which builds its service: tasks wait for it as they wait for builds.
final class FirstUse: Sendable {
  typealias Use = @Sendable () async throws(ResolutionError) -> Void

  private enum State {
    case ahead
    case running(Work)
    case over
  }

  private let state = Guarded(State.ahead)

  /// The greatest number of nested lazies.
  ///
  /// Nothing else would end a recursion through them.
  private static let depthLimit = 200

  /// Waits until the service is there; begins the build if no task has begun it.
  nonisolated(nonsending) func finish(
    failure: (ResolutionError.Code) -> ResolutionError, build: @escaping Use
  ) async throws(ResolutionError) {
    while let wait = try wait(failure, build) {
      switch await wait.rest() {
      case .failed(let error): throw error
      case .cancelled: throw failure(.cancelled)
      default: continue
      }
    }
  }

  /// The wait of the calling task; `nil` if the service is there.
  private func wait(
    _ failure: (ResolutionError.Code) -> ResolutionError, _ build: @escaping Use
  ) throws(ResolutionError) -> Wait? {
    let around = CurrentBuild.current
    let isTooDeep = (around?.lazyDepth ?? 0) >= FirstUse.depthLimit
    let new = Work(by: Party())
    let known = state.withLock { state in
      if case .ahead = state, !isTooDeep { state = .running(new) }
      return state
    }
    switch known {
    case .ahead: throw failure(.tooDeep)
    case .over: return nil
    case .running(let work):
      // A task of its own, so that the end of a waiting task does not cancel it.
      if work === new { Task { await run(work, build) } }
      let keys = around?.build?.stepsOfParty ?? []
      guard let wait = WaitGraph.restUnlessCircle(for: work, by: around?.party, keys: keys) else {
        throw failure(.loop)
      }
      return wait
    }
  }

  private func run(_ work: Work, _ build: @escaping Use) async {
    await CurrentBuild.run(nil, in: work.party) {
      do throws(ResolutionError) {
        try await build()
        end(work, .over, .lookAgain)
      } catch {
        end(work, .ahead, .failed(error))
      }
    }
  }

  private func end(_ work: Work, _ new: State, _ answer: Wait.Answer) {
    _ = state.exchange(new)
    WaitGraph.end(work, answer)
  }
}
