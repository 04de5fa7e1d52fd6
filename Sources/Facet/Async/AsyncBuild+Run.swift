import Synchronization

/// The first steps of a resolve that is awaited: reuse and claim.
extension AsyncBuild {
  /// Makes the instance.
  @usableFromInline
  nonisolated(nonsending) func run() async throws(ResolutionError) {
    defer { end() }
    if registry.isObserved, !ThreadState.current.pointee.observation.isReporting {
      return try await runObserved()
    }
    try await runUnobserved()
  }

  /// The same while somebody observes.
  private nonisolated(nonsending) func runObserved() async throws(ResolutionError) {
    let parent = parent
    let resolve = ObservedResolve(
      key: registration.key, registration: registration.order, enclosing: parent?.registration.order,
      isInCompletion: parent?.halfBuilt != nil, registryDepth: Int(registry.depth), depth: depth,
      thread: AsyncBuild.taskNumber())
    let observers = registry.observers
    ThreadState.current.report { for observer in observers { observer.willResolve(resolve) } }
    let start = ContinuousClock.now
    var outcome = Outcome.built
    defer {
      let duration = ContinuousClock.now - start
      ThreadState.current.report {
        for observer in observers { observer.didResolve(resolve, outcome: outcome, duration: duration) }
      }
    }
    do throws(ResolutionError) {
      try await runUnobserved()
    } catch {
      outcome = .failed(error)
      throw error
    }
  }

  /// A number that no thread has, because an awaited resolve may continue on another thread.
  static func taskNumber() -> Int {
    -taskNumbers.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private static let taskNumbers = Atomic<Int>(0)

  private nonisolated(nonsending) func runUnobserved() async throws(ResolutionError) {
    // A recursion without end would fill the memory, and each build looks at those around it.
    guard depth < AsyncBuild.depthLimit else { throw error(.tooDeep) }
    if !isAwaited {
      try await resolveOnActor()
    } else if outlivesCycle {
      try await resolveShared()
    } else {
      try await resolveInCycle()
    }
    convert()
    wrap()
  }

  // MARK: - Services with a synchronous factory

  /// Resolves synchronously, on the actor that the service needs.
  private nonisolated(nonsending) func resolveOnActor() async throws(ResolutionError) {
    // Another thread may be building it: a task must not block its own.
    while let flight = flightElsewhere {
      guard let node = Flights.node(of: flight) else { continue }
      if case .cancelled = await AsyncFlights.finish(AsyncFlights.rest(at: node, by: self)) {
        throw error(.cancelled)
      }
    }
    var outcome = Outcome.missing
    if let isolation = record.actorToVisit {
      try? await onActor(isolation.actor) { outcome = self.resolveNow() }
    } else {
      outcome = resolveNow()
    }
    guard outcome.isSuccess else { throw reason(outcome) }
    room.isFilled = true
  }

  private var flightElsewhere: Flight? {
    let thread = ThreadState.current
    return thread.inOneCycle(asking: registry) {
      scope == .graph
        ? startedCycle?.flights.flightElsewhere(of: record, builder, argumentAddress, thread)
        : record.flightElsewhere(thread, argumentAddress)
    }
  }

  /// Resolves the record by the engine, as a part of the cycle.
  @_optimize(size)
  func resolveNow(_ ready: ReadyInstance? = nil, to result: UnsafeMutableRawPointer? = nil) -> Outcome {
    // The build is not in its own path: the engine adds the frame of it.
    let run = { (thread: ThreadState.Pointer) -> Outcome in
      let arguments = self.argumentAddress
      let resolve = { self.registry.resolve(self.record, arguments, result ?? self.memory) }
      return ready.map { thread.withReady($0, resolve) } ?? resolve()
    }
    guard let parent, !parent.isOver else {
      // Of graph scope it is to be found by its own parts.
      guard let cycle = startedCycle else { return run(ThreadState.current) }
      let thread = ThreadState.current
      return thread.withCycle(cycle.identifier, asking: registry) { run(thread) }
    }
    return parent.joined(run)
  }

  // MARK: - Transient and graph scope

  @_optimize(size)
  private nonisolated(nonsending) func resolveInCycle() async throws(ResolutionError) {
    // What completes in the program's own task is a node as well: others may get it half-built.
    if !isNested, !record.hasMoreToDo { return try await build(in: nil) }
    if isLoop { throw error(.loop) }
    guard scope == .graph, let cycle else { return try await build(in: nil) }
    while true {
      if let instance = halfBuiltInChain() { return fill(from: instance) }
      let endCount = cycle.endCount
      let running = cycle.running(record, builder)
      let other = running.first { hasEqualArguments($0.build) }
      let isAround = other.map { other in around.contains { $0 === other.build } }
      // Before it is looked for in the cycle, which has it before it is complete.
      if let other, isAround == false {
        switch AsyncFlights.wait(for: other, by: self) {
        case .wait(let wait):
          // Before its chain is cut.
          noteCapture(of: other.build)
          let answer = await AsyncFlights.finish(wait)
          if case .again = answer { return try await buildAgain(besides: other, in: cycle) }
          if try take(answer) { return }
        case .halfBuilt(let instance):
          noteCapture(of: other.build)
          return fill(from: instance)
        case .loop(let waits): throw loop(waits)
        case .again: return try await buildAgain(besides: other, in: cycle)
        case .granted, .ended, .closed: continue
        }
      } else if try reuse() {
        return
      } else if let other {
        return try await buildAgain(besides: other, in: cycle)
      } else {
        let own = AsyncFlight(self)
        guard cycle.begin(own, besides: running, since: endCount) else { continue }
        let isPart = AsyncFlights.note(own, builtBy: self)
        join(own)
        do throws(ResolutionError) {
          try await build(in: own)
        } catch {
          AsyncFlights.end(own, Task.isCancelled ? .lookAgain : .failed(error))
          cycle.end(own)
          throw error
        }
        let instance = sharedInstance()
        // Before the flight ends: whoever looks after that has to find it.
        if let object = instance.heldObject { cycle.add(object, of: self) }
        let open = AsyncFlights.end(own, .instance(instance))
        // Before it waits for others: who finds it here waits for it.
        cycle.end(own)
        // Where it is a part of something, that waits for them.
        if !isPart { for node in open { _ = await AsyncFlights.finish(AsyncFlights.rest(at: node)) } }
        return
      }
    }
  }

  /// Builds what is being built around a completion that needs it, or waits for that: a second build ends that, and is the one that counts.
  private nonisolated(nonsending) func buildAgain(
    besides other: AsyncFlight, in cycle: AsyncCycle
  ) async throws(ResolutionError) {
    try await build(in: nil, within: other)
    AsyncFlights.note(other, builtAgainBy: self)
    if let object = sharedInstance().heldObject { cycle.add(object, of: self) }
  }

  /// So many builds may be around one.
  static var depthLimit: Int { 2_000 }

  /// Whether the service is being built around this build, with equal arguments and no completion in between.
  @_optimize(speed)
  var isLoop: Bool {
    var next = parent
    while let other = next {
      // One that is over has failed, or its task was cancelled: it is in nobody's way.
      if !other.isOver {
        let isHalfBuilt = other.halfBuilt != nil
        if !isHalfBuilt, isSame(other) { return true }
        if isHalfBuilt { return false }
      }
      next = other.parent
    }
    return false
  }

  /// The instance of the same service whose completions run around this build.
  @_optimize(size)
  func halfBuiltInChain() -> SharedInstance? {
    var next = parent
    while let other = next {
      if isSame(other), let instance = other.halfBuilt {
        noteCapture(of: other)
        AsyncFlights.noteBorrowing(from: other, by: self)
        return instance
      }
      next = other.parent
    }
    return nil
  }

  private func noteBorrowing() {
    guard node != nil else { return }
    for other in around where other.halfBuilt != nil { AsyncFlights.noteBorrowing(from: other, by: self) }
  }

  /// Whether another build is of the same service, for the same container and arguments.
  private func isSame(_ other: AsyncBuild) -> Bool {
    other.record === record && other.builder === builder && hasEqualArguments(other)
  }

  /// Calls `==` of arguments, which is user code.
  func hasEqualArguments(_ other: AsyncBuild) -> Bool {
    guard let arguments, let others = other.arguments, let operations = record.recipe.arguments
    else { return true }
    return operations.areEqual(others.pointer, arguments.pointer)
  }

  /// Takes the instance that is there; false if there is none.
  func reuse() throws(ResolutionError) -> Bool {
    switch resolveNow() {
    case .failed(let error):
      if error.code == .needsAwait, error.key == record.key || error.key == registration.key { return false }
      throw error
    case .missing: return false
    default:
      room.isFilled = true
      // What is found in the cycle may hold what is half-built around it.
      if scope == .graph { noteBorrowing() }
      return true
    }
  }
}
