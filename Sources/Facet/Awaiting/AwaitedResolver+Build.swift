extension AwaitedResolver {
  /// Runs the factory, the decorators and the completions.
  ///
  /// Each runs on its own actor, if it belongs to one.
  nonisolated(nonsending) func run() async throws(ResolutionError) -> Instance {
    do {
      return try await CurrentResolver.run(self) { try await makeAndComplete() }
    } catch {
      throw failure(error)
    }
  }
  private nonisolated(nonsending) func makeAndComplete() async throws -> Instance {
    let (record, settings) = (record!, record!.settings)
    var instance: Instance
    if let factory = record.recipe.asyncFactory {
      instance = try await factory(self, arguments)
    } else {
      _ = exchangeDependencies(try await awaitDependencies())
      // Released outside the lock.
      defer { _ = exchangeDependencies([]) }
      instance = try await on(record.recipe.isolation) { [self] in
        try arguments.with { try record.recipe.factory(self, $0, nil).boxed }
      }
    }
    instance = try await decorate(instance, by: settings.decorators)
    do {
      for completion in settings.completions {
        switch completion.call {
        case .now(let action):
          let made = instance
          _ = try await on(completion.isolation) { [self] in
            try arguments.with { try action(self, made, $0) }
            return made
          }
        case .later(let action): try await action(self, instance, arguments)
        }
      }
    } catch {
      // Rule 6, take back: nobody has seen it.
      build?.endUnseen(instance)
      throw CompletionFailure.wrapping(error)
    }
    return instance
  }
  nonisolated(nonsending) func decorate(_ instance: Instance, by decorators: [Decorator]) async throws
    -> Instance
  {
    var instance = instance
    for decorator in decorators {
      let inner = instance
      do {
        instance = try await on(decorator.isolation) { [self] in
          try arguments.with { try decorator.run(self, $0, on: inner) }
        }
      } catch {
        // An instance that a factory has made ends, whoever fails afterwards.
        build?.endUnseen(inner)
        throw error
      }
    }
    return instance
  }
  /// Runs a synchronous part on its actor.
  private nonisolated(nonsending) func on(
    _ isolation: Isolation?, _ body: @escaping () throws -> Instance
  ) async throws -> Instance {
    var instance: Instance?
    let run = { [self] in instance = try joined { _ in try body() } }
    if let isolation { try await onActor(isolation.actor, run) } else { try run() }
    return instance!
  }

  // MARK: - Shared instances

  /// Finds, waits or builds, by the rules of `Record+Shared`; `nil` if the home was forgotten meanwhile.
  nonisolated(nonsending) func shared(
    _ found: Found, in home: Home, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> (instance: Instance, outcome: Outcome)? {
    let (registration, record) = (found.registration, found.registration.record)
    let scope = (found.configuration ?? record.configuration).kind
    let kind = scope.inHome
    var outcome = kind.reuse
    while true {
      let asker = Asker(
        record: record, kind: kind, party: Party(isAwaited: true), outer: innermostBuild)
      let build: Build
      switch try claim(found, in: home, by: asker) {
      case .kept(let instance):
        note(instance)
        return (instance, outcome)
      case .closed: throw closed(registration, in: home.owner)
      case .forgotten: return nil
      case .own(let running), .others(let running):
        let around = kind == .custom ? chain.filter { $0.home === home } : []
        if !around.isEmpty, !around.contains(where: { $0.hasSame(arguments) }) {
          // As for a thread: within the build of the one that the storage keeps, one for other arguments belongs to its caller.
          let new = home.begin(asker, isForCaller: true)
          begin(new, of: registration, with: arguments)
          (build, outcome) = (new, .built)
        } else {
          build = running
        }
      case .new(let new):
        // The service was reset while it was built around the caller, which would build it again and again.
        if isAround({ $0.home === home }) {
          new.leave()
          throw loop(registration, over: [])
        }
        if scope == .scoped {
          let what = What(registration: registration, arguments: arguments)
          let resolver = AwaitedResolver(what, of: new, in: self, isInSameTask: true)
          return (try await resolver.complete(new), .built)
        }
        begin(new, of: registration, with: arguments)
        (build, outcome) = (new, .built)
      }
      switch await Waits.rest(waiter, for: build) {
      case .cancelled: throw error(.cancelled, about: registration)
      case .circle(let rest): throw loop(registration, over: rest)
      case .abandoned: continue
      case .again:
        // Unlike a thread, who waits for an awaited build gets what came of it, also if it is not kept.
        guard build.party.isAwaited else { continue }
        let (instance, failure) = home.owner.contents.withReadLock { _ in (build.instance, build.failure) }
        if let instance {
          if kind == .weak { graph.hold(instance) }
          note([build.life])
          return (instance, outcome)
        }
        if let failure { throw failure }
      }
    }
  }
  /// A storage is asked first.
  private func claim(_ found: Found, in home: Home, by asker: Asker) throws(ResolutionError) -> Home.Claim {
    if asker.kind != .custom { return home.claim(by: asker) }
    return try joined { thread throws(ResolutionError) in
      defer { withExtendedLifetime(found) {} }
      return try asker.record.claimByStorage(found.request(.none, by: thread), in: home, by: asker, nil)
    }
  }
  /// In a task of its own: the task that asked may be cancelled, and the service is for all.
  private func begin(_ build: Build, of registration: Registration, with arguments: KeptArguments?) {
    let resolver = AwaitedResolver(
      What(registration: registration, arguments: arguments), of: build, in: self)
    let task = Task { _ = try? await resolver.complete(build) }
    Waits.note(task, of: build, isUnheld: isUnheld)
  }
  /// The path over all tasks, to the first service that comes again.
  private func loop(_ registration: Registration, over rest: [PathStep]) -> ResolutionError {
    var steps = path + [PathStep(registration)]
    var known = Set(path.map(\.key))
    if known.insert(registration.key).inserted {
      for step in rest {
        steps.append(step)
        if !known.insert(step.key).inserted { break }
      }
    }
    return ResolutionError(.loop, path: steps, with: ResolutionError.Extras(isAwaited: true))
  }

  /// Builds a kept service, and publishes it.
  private nonisolated(nonsending) func complete(_ build: Build) async throws(ResolutionError) -> Instance {
    do throws(ResolutionError) {
      defer {
        if build.kind == .custom { joined { build.record.noteUse($0) } }
        finish()
      }
      let instance = try await run()
      build.store(instance, low: .none)
      build.got = got
      // A storage, which is told of the instance, is user code.
      let isPublished =
        build.kind == .custom ? joined { build.publishAlone($0) } : build.publishAlone(.current)
      // An awaited build has no rival. If it is lost, its container was closed.
      if !isPublished { throw closed(registration!, in: build.home.owner) }
      return instance
    } catch {
      // Rule 13, cancel: that is nobody else's failure.
      if !Task.isCancelled { build.failure = error }
      build.drop(.current)
      throw error
    }
  }
}

// MARK: - For checks

extension Registry {
  /// Resolves a registration by an await, and returns the reason of a failure.
  package nonisolated(nonsending) func awaitRecord(
    _ registration: Registration, _ arguments: KeptArguments?
  ) async -> ResolutionError? {
    let resolver = AwaitedResolver(ownContainer, isUnheld: true)
    defer { resolver.finish() }
    do throws(ResolutionError) {
      _ = try await resolver.serve(registration, arguments)
      return nil
    } catch {
      return error
    }
  }
  /// Resolves a registration as a part of an awaited build.
  package static func awaitPart(
    _ registration: Registration, _ arguments: KeptArguments?, by resolver: any Resolver
  ) async throws -> Instance {
    try await resolver.awaited!.serve(registration, arguments)
  }
  package static func decorate(_ record: Record, by resolver: any Resolver, _ instance: Instance) async throws
    -> Instance
  {
    try await resolver.awaited!.decorate(instance, by: record.settings.decorators)
  }
  package static func path(behind resolver: any Resolver) -> [ServiceKey] { resolver.awaited!.keys }
  package static func builder(behind resolver: any Resolver) -> Container {
    resolver as? Container ?? resolver.awaited!.builder.ownContainer
  }
  package static func asked(by resolver: any Resolver) -> Registry { resolver.asked! }
}

package enum RunningPath {
  package static var keys: [ServiceKey] { Resolution.current.path.map(\.key) }
}
