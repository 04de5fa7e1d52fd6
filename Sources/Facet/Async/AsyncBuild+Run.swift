import Synchronization

/// The steps of a resolve that is awaited: reuse, claim, build, complete, keep.
extension AsyncBuild {
  /// Makes the instance.
  @usableFromInline
  nonisolated(nonsending) func run() async throws(ResolutionError) {
    guard isPlain, let factory = record.recipe.details?.asyncFactory else { return try await runStepByStep() }
    nonisolated(unsafe) let (arguments, result) = (argumentAddress, memory)
    do {
      try await factory(self, arguments, result)
    } catch {
      let reason = failure(error)
      end()
      throw reason
    }
    if scope != .graph || !takeOther() { fill() }
    end()
  }

  private nonisolated(nonsending) func runStepByStep() async throws(ResolutionError) {
    defer { end() }
    if registry.isObserved { return try await runObserved() }
    try await runUnobserved()
  }

  /// What a part of the build threw, with its place.
  private func failure(_ error: any Error) -> ResolutionError {
    error as? ResolutionError ?? self.error(.factoryFailed, underlyingError: error)
  }

  /// The same while somebody observes.
  private nonisolated(nonsending) func runObserved() async throws(ResolutionError) {
    let parent = parent
    let resolve = ObservedResolve(
      key: registration.key, registration: registration.order, enclosing: parent?.registration.order,
      isInCompletion: parent?.halfBuilt != nil, registryDepth: Int(registry.depth), depth: depth,
      thread: AsyncBuild.taskNumber())
    let observers = registry.observers
    for observer in observers { observer.willResolve(resolve) }
    let start = ContinuousClock.now
    var outcome = Outcome.built
    defer {
      let duration = ContinuousClock.now - start
      for observer in observers { observer.didResolve(resolve, outcome: outcome, duration: duration) }
    }
    do throws(ResolutionError) {
      try await runUnobserved()
    } catch {
      outcome = .failed(error)
      throw error
    }
  }

  /// A number that no thread has: what is awaited may go on on another one.
  static func taskNumber() -> Int {
    -taskNumbers.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private static let taskNumbers = Atomic<Int>(0)

  private nonisolated(nonsending) func runUnobserved() async throws(ResolutionError) {
    // A recursion without end would fill the memory, and each build looks at those around it.
    guard depth < 2_000 else { throw error(.tooDeep) }
    if !isAwaited {
      try await resolveOnActor()
    } else if outlivesCycle {
      try await resolveShared()
    } else {
      try await resolveInCycle()
    }
    try convert()
  }

  // MARK: - Services with a synchronous factory

  /// Resolves synchronously, on the actor that the service needs.
  private nonisolated(nonsending) func resolveOnActor() async throws(ResolutionError) {
    // Another thread may be building it: a task must not block its own.
    while let flight = Flights.runningElsewhere(record) { await Flights.waitWithoutThread(for: flight) }
    var outcome = Outcome.missing
    if let isolation = record.actorToVisit {
      try? await onActor(isolation.actor) { outcome = self.resolveNow() }
    } else {
      outcome = resolveNow()
    }
    guard outcome.isSuccess else { throw reason(outcome) }
    fill()
  }

  /// Resolves the record by the engine, as a part of the cycle.
  private func resolveNow(_ ready: ReadyInstance? = nil, to result: UnsafeMutableRawPointer? = nil) -> Outcome
  {
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

  private nonisolated(nonsending) func resolveInCycle() async throws(ResolutionError) {
    guard let parent else {
      try await build(in: nil)
      return
    }
    if try isLoop(below: parent) { throw error(.loop) }
    guard scope == .graph, let cycle else { return try await build(in: nil) }
    while true {
      if let instance = halfBuiltInChain() { return fill(from: instance) }
      let endCount = cycle.endCount
      if try reuse() { return }
      let running = cycle.running(record, builder)
      let own = AsyncFlight(self)
      if let other = running.first(where: { hasEqualArguments($0.build) }) {
        if parent.chain.contains(where: { $0 === other.build }) {
          // It is being built around a completion that needs it: a second build ends that, and is the one that counts.
          try await build(in: nil)
          if let object = sharedInstance().heldObject { cycle.add(object, of: self) }
          return
        }
        switch AsyncFlights.wait(for: other, by: self) {
        case .wait(let wait): if try await take(AsyncFlights.finish(wait)) { return }
        case .halfBuilt(let instance): return fill(from: instance)
        case .loop(let keys): throw loop(keys)
        case .granted, .ended, .closed: continue
        }
      } else if cycle.begin(own, besides: running, since: endCount) {
        defer { cycle.end(own) }
        _ = AsyncFlights.wait(forOwn: own, by: self, in: flight)
        join(own)
        do throws(ResolutionError) {
          try await build(in: own)
        } catch {
          AsyncFlights.end(own, Task.isCancelled ? .lookAgain : .failed(error))
          throw error
        }
        let instance = sharedInstance()
        // Before the end is told: who looks after that has to find it.
        if let object = instance.heldObject { cycle.add(object, of: self) }
        AsyncFlights.end(own, .instance(instance))
        return
      }
    }
  }

  /// Whether the service is being built around this build, with equal arguments and no completion in between.
  private func isLoop(below parent: AsyncBuild) throws(ResolutionError) -> Bool {
    for other in parent.chain {
      if other.record === record, other.builder === builder, other.halfBuilt == nil, hasEqualArguments(other)
      {
        return true
      }
      if other.halfBuilt != nil { return false }
    }
    return false
  }

  /// The instance of the same service whose completions run around this build.
  private func halfBuiltInChain() -> SharedInstance? {
    for other in parent.map({ Array($0.chain) }) ?? []
    where other.record === record && other.builder === builder && hasEqualArguments(other) {
      guard let instance = other.halfBuilt else { continue }
      AsyncFlights.noteBorrowing(from: other, by: self)
      return instance
    }
    return nil
  }

  /// Calls `==` of arguments, which is user code.
  private func hasEqualArguments(_ other: AsyncBuild) -> Bool {
    guard let arguments, let others = other.arguments, let operations = record.recipe.arguments
    else { return true }
    return operations.areEqual(others.pointer, arguments.pointer)
  }

  /// Takes the instance that is there; false if there is none.
  private func reuse() throws(ResolutionError) -> Bool {
    switch resolveNow() {
    case .failed(let error):
      if error.code == .needsAwait, error.key == record.key || error.key == registration.key { return false }
      throw error
    case .missing: return false
    default:
      fill()
      return true
    }
  }

  // MARK: - What outlives the cycle

  private nonisolated(nonsending) func resolveShared() async throws(ResolutionError) {
    while true {
      if let instance = halfBuiltInChain() { return fill(from: instance) }
      let endCount = AsyncFlights.endCount
      if try reuse() { return }
      switch claim(since: endCount) {
      case .granted(let flight):
        let wait = AsyncFlights.wait(forOwn: flight, by: self, in: self.flight)
        flight.start()
        if try await take(AsyncFlights.finish(wait)) { return }
      case .wait(let wait):
        if try await take(AsyncFlights.finish(wait)) { return }
      case .halfBuilt(let instance): return fill(from: instance)
      case .ended: continue
      case .closed: throw error(.containerClosed)
      case .loop(let keys): throw loop(keys)
      }
    }
  }

  private func claim(since endCount: Int) -> AsyncFlights.Claim {
    guard scope == .perArgument else { return AsyncFlights.claim(self, since: endCount, besides: []) }
    let running = AsyncFlights.running(record)
    if let same = running.first(where: { hasEqualArguments($0.build) }) {
      return AsyncFlights.wait(for: same, by: self)
    }
    return AsyncFlights.claim(self, since: endCount, besides: running)
  }

  /// Takes what a wait gave; false if it has to be looked for again.
  private func take(_ answer: AsyncWait.Answer) throws(ResolutionError) -> Bool {
    switch answer {
    case .instance(let instance):
      fill(from: instance)
      return true
    case .lookAgain: return false
    case .failed(let error): throw error
    case .cancelled: throw error(.cancelled)
    }
  }

  private func loop(_ keys: [ServiceKey]) -> ResolutionError {
    ResolutionError(.loop, path: path + keys, location: record.location)
  }

  // MARK: - Build and complete

  /// Runs the factory, the decorators and the completions in the calling task.
  nonisolated(nonsending) func build(in flight: AsyncFlight?) async throws(ResolutionError) {
    do {
      if let factory = record.recipe.asyncFactory {
        nonisolated(unsafe) let (arguments, result) = (self.argumentAddress, memory)
        try await factory(self, arguments, result)
      } else {
        try await runSynchronousFactory()
      }
    } catch {
      throw failure(error)
    }
    if scope == .graph, takeOther() { return }
    guard record.hasMoreToDo else { return fill() }
    let settings = record.settings
    if !settings.decorators.isEmpty { try await decorate(by: settings.decorators) }
    fill()
    guard !settings.completions.isEmpty || !settings.lateCompletions.isEmpty else { return }
    showHalfBuilt(in: flight)
    await complete(settings)
    show(halfBuilt: nil)
  }

  /// Ends a build whose factory led to another instance of the same service, over a completion: that one counts.
  private func takeOther() -> Bool {
    guard let cycle = startedCycle, cycle.mayHave(self) else { return false }
    let other = OpaqueValue.allocate(record.serviceType)
    defer { other.deallocate() }
    guard resolveNow(to: other).isSuccess else { return false }
    OpaqueValue.destroy(record.serviceType, at: memory)
    OpaqueValue.copy(record.serviceType, from: other, to: memory)
    OpaqueValue.destroy(record.serviceType, at: other)
    fill()
    return true
  }

  private nonisolated(nonsending) func runSynchronousFactory() async throws {
    let run = { () throws -> Void in
      let result = self.joined { _ in
        Result {
          try self.record.recipe.factory(
            self.builder.resolver, self.argumentAddress, self.memory)
        }
      }
      try result.get()
    }
    if let isolation = record.recipe.isolation {
      try await onActor(isolation.actor, run)
    } else {
      try run()
    }
  }

  private nonisolated(nonsending) func decorate(by decorators: [Decorator]) async throws(ResolutionError) {
    do {
      for decorator in decorators {
        try await run(on: decorator.isolation) { resolver, arguments in
          try decorator.action(resolver, arguments, self.memory)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  private nonisolated(nonsending) func complete(_ settings: Settings) async {
    var late = settings.lateCompletions[...]
    for (position, completion) in settings.completions.enumerated() {
      while let next = late.first, next.position <= position {
        await run(next)
        late = late.dropFirst()
      }
      try? await run(on: settings.isolation(ofCompletion: position)) { resolver, arguments in
        completion(resolver, self.memory, arguments)
      }
    }
    for next in late { await run(next) }
  }

  private nonisolated(nonsending) func run(_ completion: Settings.LateCompletion) async {
    nonisolated(unsafe) let (service, arguments) = (memory, argumentAddress)
    await completion.action(self, service, arguments)
  }

  private var argumentAddress: UnsafeRawPointer? { arguments.map { UnsafeRawPointer($0.pointer) } }

  /// Runs a synchronous part of the build.
  private nonisolated(nonsending) func run(
    on isolation: Isolation?, _ body: @escaping (UnsafeRawPointer, UnsafeRawPointer?) throws -> Void
  ) async throws {
    let run = { () throws -> Void in
      let resolver: any Resolver = self
      try withUnsafePointer(to: resolver) { pointer in
        try body(UnsafeRawPointer(pointer), self.argumentAddress)
      }
    }
    if let isolation { try await onActor(isolation.actor, run) } else { try run() }
  }

  /// A copy of the instance that outlives the build.
  func sharedInstance() -> SharedInstance {
    SharedInstance(
      record.serviceType, size: record.recipe.size,
      form: ThreadState.current.inOneCycle(asking: nil) {
        record.form(at: memory)
      }, from: memory)
  }

  private func showHalfBuilt(in flight: AsyncFlight?) {
    guard scope != .transient else { return }
    let instance = sharedInstance()
    show(halfBuilt: instance)
    if let flight { AsyncFlights.show(instance, of: flight) }
    if scope == .graph, let object = instance.heldObject { cycle?.add(object, of: self) }
  }

  /// Lets the instance be found in the cycle, or keeps it where its scope says.
  fileprivate func keep(resets: Int) {
    // Changed or reset meanwhile: who waits has the instance, and nobody else is to get it.
    guard record.resetCount == resets, record.mode.scope == scope else { return }
    // A container that is being closed refuses a resolve, but waits for the instance to dispose of it.
    if scope == .container, record.owner.isClosed {
      if let old = record.publish(sharedInstance(), since: resets) { Reclamation.retire(old) }
      return
    }
    let ready = ReadyInstance(of: record, at: memory)
    let copy = OpaqueValue.allocate(record.serviceType)
    defer { copy.deallocate() }
    if resolveNow(ready, to: copy).isSuccess { OpaqueValue.destroy(record.serviceType, at: copy) }
  }
}

extension AsyncFlight {
  /// Builds in a task of its own, which the end of those that wait does not cancel.
  func start() {
    Task { [self] in
      await AsyncBuild.$current.withValue(build) { await run() }
    }
  }

  private nonisolated(nonsending) func run() async {
    let resets = record.resetCount
    do throws(ResolutionError) {
      try await build.build(in: self)
    } catch {
      build.end()
      return AsyncFlights.end(self, .failed(error))
    }
    let instance = build.sharedInstance()
    var isKept = true
    for wait in AsyncFlights.offer(instance, of: self) {
      if case .failed = await AsyncFlights.finish(wait) { isKept = false }
    }
    if isKept { build.keep(resets: resets) }
    build.end()
    AsyncFlights.end(self, isKept ? .instance(instance) : .lookAgain)
  }
}
