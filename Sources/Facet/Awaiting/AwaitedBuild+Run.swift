import Synchronization

/// The part of an awaited resolve after a synchronous resolve has proved impossible.
extension AwaitedBuild {
  /// Puts the service into a slot of the requested type.
  nonisolated(nonsending) func run(into slot: Slot) async throws(ResolutionError) {
    defer { end() }
    // An endless recursion would fill the memory, and each build looks at those around it.
    guard depth < AwaitedBuild.depthLimit else { throw error(.tooDeep) }
    guard let forward = registration.forward else { return try await make(into: slot) }
    let room = Room(record.serviceType)
    try await make(into: room.slot)
    // A closure of the user may resolve: it is a part of the cycle.
    joined { _ in forward.convert(room.slot, to: slot) }
  }

  private nonisolated(nonsending) func make(into slot: Slot) async throws(ResolutionError) {
    if !isAwaited { return try await resolveOnActor(into: slot) }
    switch scope {
    case .transient, .graph: try await resolveInCycle(into: slot)
    case .container, .weak, .custom: try await resolveKept(into: slot)
    case .perArgument: try await resolveMember(into: slot)
    case .scoped: try await resolveScoped(into: slot)
    }
  }

  // MARK: - Services with a synchronous factory

  /// Resolves synchronously, on the actor of the service.
  private nonisolated(nonsending) func resolveOnActor(into slot: Slot) async throws(ResolutionError) {
    // Another thread may be building it, and a task must not block its own thread.
    while let build = buildElsewhere {
      if case .cancelled = await WaitGraph.rest(for: build, by: party, keys: stepsOfParty).rest() {
        throw error(.cancelled)
      }
    }
    var outcome = Outcome.missing
    let resolve = {
      outcome = self.joinedAround { _ in self.registry.resolve(self.record, self.arguments, slot) }
    }
    if let isolation = record.actorToVisit {
      try? await onActor(isolation.actor, resolve)
    } else {
      resolve()
    }
    try tell(outcome)
  }

  private var buildElsewhere: Build? {
    let thread = Thread.current
    return thread.inOneCycle(asking: registry) { record.buildElsewhere(thread, arguments, in: registry) }
  }

  /// Throws the error if there is no service.
  func tell(_ outcome: Outcome) throws(ResolutionError) {
    if outcome.isSuccess { return }
    if case .failed(let error) = outcome { throw error }
    throw ResolutionError(
      .notRegistered, key: registration.key, enclosing: parent?.path ?? [], search: registry)
  }

  // MARK: - Transient and graph scope

  private nonisolated(nonsending) func resolveInCycle(into slot: Slot) async throws(ResolutionError) {
    if depth > 0, isLoop { throw error(.loop) }
    if scope == .graph, reuseInCycle(slot) { return }
    try await build(into: slot)
    // At the end of the outermost build, the cycle matters only if other builds are a part of it.
    if scope == .graph, let cycle = depth > 0 ? cycle : startedCycle {
      cycle.identifier.survivors.insert(
        slot.boxed(record.serviceType), of: record, builtBy: builder.graphOwner, argumentCopy)
    }
  }

  /// Copies the instance of the cycle; false if there is none.
  private func reuseInCycle(_ slot: Slot) -> Bool {
    if startedCycle == nil { return false }
    return joinedAround { thread in
      let request = registry.request(Borrowed(registration), Borrowed(record), arguments, slot, thread)
      var first = 0
      guard let known = request.findInGraph(request.hashWithArguments(), since: &first) else { return false }
      return request.copyInstance(known)
    }
  }

  // MARK: - One for each value of the arguments

  private nonisolated(nonsending) func resolveMember(into slot: Slot) async throws(ResolutionError) {
    let (request, step) = joinedAround { thread in
      let owner = Borrowed(record.owner)
      let request = registry.request(Borrowed(registration), Borrowed(record), arguments, slot, thread)
        .with(record.mode, builder: owner)
      return (request, request.member())
    }
    switch step {
    case .tell(let outcome): try tell(outcome)
    case .otherScope: try await resolveInCycle(into: slot)
    case .build(let member, let members):
      defer { request.end(member, in: members) }
      let build = AwaitedBuild(
        registration, of: member.record, in: container, within: parent, party: party, cycle: startedCycle,
        isAwaited: true, arguments: argumentCopy, usedLazy: usedLazy)
      defer { build.end() }
      try await build.resolveKept(into: slot)
    }
  }

  // MARK: - One for each container

  private nonisolated(nonsending) func resolveScoped(into slot: Slot) async throws(ResolutionError) {
    let member = joinedAround { _ in registry.scopedRecord(for: Borrowed(record)) }
    guard let member else { return try await resolveInCycle(into: slot) }
    let build = AwaitedBuild(
      registration, of: member, in: container, within: parent, party: party, cycle: startedCycle,
      isAwaited: true, arguments: argumentCopy, usedLazy: usedLazy)
    defer { build.end() }
    try await build.resolveKept(into: slot)
  }

  /// Notes that a part of the build is an instance with this number, which ends later.
  func noteNeed(_ number: Int) {
    let dependent = chain.first { $0.frameScope != .transient }
    if let dependent { WaitGraph.needs(of: dependent.record)?.add(number) }
  }

  // MARK: - Build, complete

  /// Runs the factory, the decorators and the completions in the calling task.
  ///
  /// Returns the number that the instance got when the factory had returned, if it was completed after that.
  @discardableResult
  nonisolated(nonsending) func build(into slot: Slot) async throws(ResolutionError) -> Int? {
    do {
      if let factory = record.recipe.asyncFactory {
        try await RunningBuild.run(self) { try await factory(self, arguments, slot) }
      } else {
        let run = { try self.joined { _ in try self.record.recipe.factory(self, self.arguments, slot) } }
        if let isolation = record.recipe.isolation {
          try await onActor(isolation.actor, run)
        } else {
          try run()
        }
      }
      guard record.hasMoreToDo else { return nil }
      let number = CreationNumber.next()
      let settings = record.settings
      try await RunningBuild.run(self) {
        try await decorate(by: settings.decorators, slot)
        try await complete(settings, slot)
      }
      return number
    } catch {
      slot.clear(record.serviceType)
      throw failure(error)
    }
  }

  /// Runs the decorators on the service in a slot, each on its actor.
  nonisolated(nonsending) func decorate(by decorators: [Decorator], _ slot: Slot) async throws {
    for decorator in decorators {
      try await run(on: decorator.isolation) { try decorator.run(self, self.arguments, slot) }
    }
  }

  private nonisolated(nonsending) func complete(_ settings: Settings, _ slot: Slot) async throws {
    do {
      var late = settings.lateCompletions[...]
      for (position, completion) in settings.completions.enumerated() {
        while let next = late.first, next.position <= position {
          try await next.action(self, slot, arguments)
          late = late.dropFirst()
        }
        try await run(on: settings.isolation(ofCompletion: position)) {
          try completion(self, slot, self.arguments)
        }
      }
      for next in late { try await next.action(self, slot, arguments) }
    } catch {
      throw CompletionFailure.wrapping(error)
    }
  }

  /// Runs a synchronous part of the build.
  private nonisolated(nonsending) func run(
    on isolation: Isolation?, _ body: @escaping () throws -> Void
  ) async throws {
    if let isolation { try await onActor(isolation.actor, body) } else { try body() }
  }
}

extension Record {
  /// The build of the instance on another thread or in a task.
  ///
  /// The caller is a participant of `Reclamation`.
  func buildElsewhere(_ thread: Thread, _ arguments: Arguments?, in registry: Registry) -> Build? {
    var record: Record? = self
    if mode.isScope(.scoped) { record = registry.scoped[Borrowed(self)] }
    if mode.isScope(.perArgument) {
      guard let members = configuration.read({ $0.settings.members }), let arguments,
        let operations = recipe.arguments
      else { return nil }
      record =
        members.find(operations.hash(arguments)) {
          operations.areEqual($0.arguments.arguments, arguments)
        }.member?.record
    }
    guard let record, record.isBeingBuilt, let build = WaitGraph.running(record), build.thread != thread
    else {
      return nil
    }
    return build
  }
}
