/// The further steps of a resolve that is awaited: build, complete, keep.
extension AsyncBuild {
  /// Runs the factory, the decorators and the completions in the calling task.
  ///
  /// `outer` is the first build of the same service, of which this is a second one then.
  nonisolated(nonsending) func build(in flight: AsyncFlight?, within outer: AsyncFlight? = nil)
    async throws(ResolutionError)
  {
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
    number = CreationNumber.next()
    if scope == .graph, takeOther(besidesOwn: true) { return }
    if scope != .graph, let other = other(in: flight, within: outer) {
      number = other.number
      OpaqueValue.destroy(record.serviceType, at: memory)
      return fill(from: other)
    }
    guard record.hasMoreToDo else { return room.isFilled = true }
    let settings = record.settings
    if !settings.decorators.isEmpty { try await decorate(by: settings.decorators) }
    room.isFilled = true
    guard !settings.completions.isEmpty || !settings.lateCompletions.isEmpty else { return }
    showHalfBuilt(in: flight)
    defer { show(halfBuilt: nil) }
    // The first one's factory may end while this one's completions run.
    if let outer, scope == .graph {
      AsyncFlights.note(outer, builtAgainBy: self)
    } else if let outer, !AsyncFlights.setOther(sharedInstance(), of: outer, builtBy: self) {
      return
    }
    await complete(settings)
  }

  /// The instance of another build of the same service, if that counts.
  private func other(in flight: AsyncFlight?, within outer: AsyncFlight?) -> SharedInstance? {
    if let flight { return AsyncFlights.decide(flight) }
    return outer.flatMap(AsyncFlights.other)
  }

  /// Takes the other instance of the same service to which the factory led, over a completion: that one counts.
  ///
  /// The factory's own is in the memory, or its caller has it.
  func takeOther(besidesOwn hasOwn: Bool) -> Bool {
    guard let cycle = startedCycle, cycle.mayHave(self) else { return false }
    let other = OpaqueValue.allocate(record.serviceType)
    defer { other.deallocate() }
    guard resolveNow(to: other).isSuccess else { return false }
    if hasOwn { OpaqueValue.destroy(record.serviceType, at: memory) }
    OpaqueValue.copy(record.serviceType, from: other, to: memory)
    OpaqueValue.destroy(record.serviceType, at: other)
    room.isFilled = true
    return true
  }

  private nonisolated(nonsending) func runSynchronousFactory() async throws {
    let run = { () throws -> Void in
      try self.joined { _ in
        try self.record.runFactory(self.builder.resolver, self.argumentAddress, self.memory)
      }
    }
    if let isolation = record.recipe.isolation {
      try await onActor(isolation.actor, run)
    } else {
      try run()
    }
  }

  /// Wraps the service in the memory, each time on the actor of the decorator.
  @_optimize(size)
  nonisolated(nonsending) func decorate(by decorators: [Decorator]) async throws(ResolutionError) {
    do {
      for decorator in decorators {
        try await run(on: decorator.isolation) { resolver, arguments in
          try decorator.run(resolver, arguments, self.memory)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  @_optimize(size)
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
      record.serviceType, size: record.recipe.size, form: record.form(at: memory), from: memory,
      number: number, keepers: keepers)
  }

  /// What was handed out for an instance of weak scope: for all of its cycle, where branches cannot be told apart.
  private var keepers: [any ContainerKeeper] {
    frameScope == .weak ? startedCycle?.identifier.survivors.keepers ?? [] : []
  }

  private func showHalfBuilt(in flight: AsyncFlight?) {
    guard scope != .transient else { return }
    let instance = sharedInstance()
    show(halfBuilt: instance)
    if let flight { AsyncFlights.show(instance, of: flight) }
    if scope == .graph, let object = instance.heldObject { cycle?.add(object, of: self) }
  }

  /// Lets the instance be found in the cycle, or keeps it where its scope says.
  func keep(resets: Int) {
    // Changed or reset meanwhile: the tasks that wait have the instance, and no others are to get it.
    guard record.resetCount == resets, record.mode.scope == scope else { return }
    let ready = ReadyInstance(of: record, at: memory, resets: resets, number: number, keepers: keepers)
    let copy = OpaqueValue.allocate(record.serviceType)
    defer { copy.deallocate() }
    if resolveNow(ready, to: copy).isSuccess { OpaqueValue.destroy(record.serviceType, at: copy) }
    // The records of single values count on their own.
    if scope == .perArgument, record.resetCount != resets { record.reset() }
  }
}
