/// The way of a resolve while somebody observes.
extension Registry {
  /// Does what `resolveObserved(lookup)` does for a key in parts, which stay in registers: a whole key would be in memory where nobody
  /// observes, too.
  @inline(never)
  func resolveObserved(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot,
    _ thread: Thread
  ) -> Outcome {
    if let other = standIn(for: thread) {
      return other.resolve(lookup, arguments, slot)
    }
    if isClosed { return .failed(closed(lookup, thread)) }
    let observers = thread.state.observation.isReporting ? [] : observers
    guard !observers.isEmpty else { return resolve(lookup, arguments, slot, isReported: true) }
    let observed = observe(lookup, thread)
    thread.report { for observer in observers { observer.willResolve(observed) } }
    thread.state.observation.depth += 1
    let start = ContinuousClock.now
    let outcome = resolve(lookup, arguments, slot, isReported: true)
    let duration = ContinuousClock.now - start
    thread.state.observation.depth -= 1
    thread.report {
      for observer in observers { observer.didResolve(observed, outcome: outcome, duration: duration) }
    }
    return outcome
  }

  private func closed(_ lookup: Lookup, _ thread: Thread) -> ResolutionError {
    ResolutionError(.containerClosed, key: lookup.key, enclosing: thread.path)
  }

  private func observe(_ lookup: Lookup, _ thread: Thread) -> ObservedResolve {
    let order = thread.inOneCycle(asking: self) { find(lookup)?.read { $0.order } }
    let count = thread.state.frames.count
    let frame = count > 0 ? thread.state.frames[count - 1] : nil
    return ObservedResolve(
      key: lookup.key, registration: order,
      enclosing: frame?.registration.read { $0.order },
      isInCompletion: frame.map { $0.phase != .building } ?? false,
      registryDepth: Int(depth), depth: thread.state.observation.depth, thread: thread.number)
  }
}

extension Thread {
  /// Runs observers, whose own resolves are not observed.
  func report(_ body: () -> Void) {
    state.observation.isReporting = true
    defer { state.observation.isReporting = false }
    body()
  }
}
