extension FirstUse {
  /// So many lazies may be around one another: a recursion without end goes from task to task, with no build around the next one.
  private static var depthLimit: Int { 200 }

  /// Waits until a build has succeeded, and begins it if none runs.
  nonisolated(nonsending) func finish(
    failure: (ResolutionError.Code) -> ResolutionError, build: @escaping Build
  ) async throws(ResolutionError) {
    while let wait = try wait(failure, build) {
      switch await AsyncFlights.finish(wait) {
      case .instance, .lookAgain, .again: continue
      case .failed(let error): throw error
      case .cancelled: throw failure(.cancelled)
      }
    }
  }

  /// What there is to wait for, begun if need be; `nil` if the use is over.
  @inline(never)
  private func wait(
    _ failure: (ResolutionError.Code) -> ResolutionError, _ build: @escaping Build
  ) throws(ResolutionError) -> AsyncWait? {
    if case .over = state.value { return nil }
    let around = CurrentBuild.current
    let isTooDeep = (around?.lazyDepth ?? 0) >= FirstUse.depthLimit
    let new = AsyncNode(enclosing: around?.build)
    let known = state.withLock { state in
      if case .ahead = state, !isTooDeep { state = .running(new) }
      return state
    }
    switch known {
    case .ahead: throw failure(.tooDeep)
    case .over: return nil
    case .running(let node):
      // A task of its own: the end of those that wait does not cancel it.
      if node === new { Task { await run(node, build) } }
      guard let wait = AsyncFlights.wait(forUse: node) else { throw failure(.loop) }
      return wait
    }
  }

  private func run(_ node: AsyncNode, _ build: @escaping Build) async {
    await CurrentBuild.run(node, nil) {
      do throws(ResolutionError) {
        try await build()
        end(node, .over, .lookAgain)
      } catch {
        end(node, .ahead, .failed(error))
      }
    }
  }

  @inline(never)
  private func end(_ node: AsyncNode, _ new: State, _ answer: AsyncWait.Answer) {
    _ = state.exchange(new)
    AsyncFlights.end(node: node, answer)
  }
}
