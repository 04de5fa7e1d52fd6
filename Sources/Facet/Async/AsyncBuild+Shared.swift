/// What outlives the cycle: one build for all tasks that ask meanwhile.
extension AsyncBuild {
  @_optimize(size)
  nonisolated(nonsending) func resolveShared() async throws(ResolutionError) {
    while true {
      if let instance = halfBuiltInChain() { return fill(from: instance) }
      let endCount = AsyncFlights.endCount
      if try reuse() { return }
      switch claim(since: endCount) {
      case .granted(let flight):
        let wait = AsyncFlights.rest(at: flight, by: self)
        flight.start()
        if try await takeShared(wait) { return }
      case .wait(let wait):
        if try await takeShared(wait) { return }
      case .halfBuilt(let instance): return fill(from: instance)
      case .ended: continue
      case .closed: throw error(.containerClosed)
      case .loop(let waits): throw loop(waits)
      case .again(let flight):
        if try await buildAgain(besides: flight) { return }
      }
    }
  }

  private nonisolated(nonsending) func takeShared(_ wait: AsyncWait) async throws(ResolutionError) -> Bool {
    let answer = await AsyncFlights.finish(wait)
    guard case .again = answer, let flight = wait.node as? AsyncFlight else { return try take(answer) }
    return try await buildAgain(besides: flight)
  }

  /// Builds what is being built already; false if the other one was through with its factory first.
  private nonisolated(nonsending) func buildAgain(
    besides flight: AsyncFlight
  ) async throws(ResolutionError) -> Bool {
    if isLoop { throw error(.loop) }
    try await build(in: nil, within: flight)
    if AsyncFlights.setOther(sharedInstance(), of: flight, builtBy: self) { return true }
    dropInstance()
    return false
  }

  private func claim(since endCount: Int) -> AsyncFlights.Claim {
    guard scope == .perArgument else { return AsyncFlights.claim(self, since: endCount, besides: []) }
    let running = AsyncFlights.running(record)
    let resets = record.resetCount
    if let same = running.first(where: { $0.resets == resets && hasEqualArguments($0.build) }) {
      return AsyncFlights.wait(for: same, by: self)
    }
    return AsyncFlights.claim(self, since: endCount, besides: running)
  }

  /// Takes what a wait gave; false if it has to be looked for again.
  func take(_ answer: AsyncWait.Answer) throws(ResolutionError) -> Bool {
    switch answer {
    case .instance(let instance):
      fill(from: instance)
      return true
    case .lookAgain, .again: return false
    case .failed(let error): throw error
    case .cancelled: throw error(.cancelled)
    }
  }

  func loop(_ waits: [AsyncWait]) -> ResolutionError {
    ResolutionError(
      .loop, path: path + waits.flatMap { AsyncFlights.keys(of: $0) }, location: record.location,
      isAwaited: isAwaited)
  }
}
