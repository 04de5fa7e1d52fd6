/// The way of a resolve while somebody observes.
extension Registry {
  /// Does what `resolveObserved(lookup)` does for a key in parts, which stay in registers: a whole key would be in memory where nobody
  /// observes, too.
  @inline(never)
  func resolveObserved(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    resolveObserved(Lookup(serviceType, signature), arguments, result, thread)
  }

  @inline(never)
  func resolveObserved(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    if let other = standIn(for: thread) {
      return other.resolve(lookup, arguments, result)
    }
    if isClosed { return .failed(closed(lookup, thread)) }
    let observers = thread.pointee.observation.isReporting ? [] : observers
    guard !observers.isEmpty else { return resolve(lookup, arguments, result, isReported: true) }
    let observed = observe(lookup, thread)
    thread.report { for observer in observers { observer.willResolve(observed) } }
    thread.pointee.observation.depth += 1
    let start = ContinuousClock.now
    let outcome = resolve(lookup, arguments, result, isReported: true)
    let duration = ContinuousClock.now - start
    thread.pointee.observation.depth -= 1
    thread.report {
      for observer in observers { observer.didResolve(observed, outcome: outcome, duration: duration) }
    }
    return outcome
  }

  private func closed(_ lookup: Lookup, _ thread: ThreadState.Pointer) -> ResolutionError {
    ResolutionError(.containerClosed, key: lookup.key, enclosing: thread.pointee.path)
  }

  private func observe(_ lookup: Lookup, _ thread: ThreadState.Pointer) -> ObservedResolve {
    let order = thread.inOneCycle(asking: self) { find(lookup)?._withUnsafeGuaranteedRef { $0.order } }
    let count = thread.pointee.frameCount
    let frame = count > 0 ? thread.pointee.frame(count - 1).pointee : nil
    return ObservedResolve(
      key: lookup.key, registration: order,
      enclosing: frame?.registration._withUnsafeGuaranteedRef { $0.order },
      isInCompletion: frame.map { $0.phase != .building } ?? false,
      registryDepth: Int(depth), depth: thread.pointee.observation.depth, thread: thread.pointee.number)
  }
}

extension ThreadState.Pointer {
  /// Runs observers, whose own resolves are not observed.
  func report(_ body: () -> Void) {
    pointee.observation.isReporting = true
    defer { pointee.observation.isReporting = false }
    body()
  }
}
