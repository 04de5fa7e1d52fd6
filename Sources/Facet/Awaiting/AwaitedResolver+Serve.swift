extension Resolver {
  /// Serves a key by an await.
  ///
  /// The container behind the resolver exists.
  @usableFromInline
  nonisolated(nonsending) func serveAsync(
    _ key: ServiceKey, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let (awaited, registry) = (awaited, asked!)
    let container = awaited?.container ?? registry.ownContainer
    let place = AwaitedPlace(
      container: container, enclosing: awaited.flatMap { $0.isOver ? nil : $0 }, mayBeMissing: false)
    return try await AwaitedResolver.serve(key, arguments, in: place)
  }
}

/// Where an awaited resolve belongs.
struct AwaitedPlace {
  var container: Container
  /// The build whose factory asks.
  var enclosing: AwaitedResolver?
  /// Whether an optional is `nil` if nothing registers it.
  var mayBeMissing = true
}

extension AwaitedResolver {
  /// Serves a key: at once if nothing must be awaited.
  nonisolated(nonsending) static func serve(
    _ key: ServiceKey, _ arguments: KeptArguments?, in place: AwaitedPlace
  ) async throws(ResolutionError) -> Instance {
    let registry = place.container.registry
    if registry.isObserved, let other = registry.standIn {
      var place = place
      place.container = other.ownContainer
      return try await serve(key, arguments, in: place)
    }
    switch registry.find(key, 0) {
    case .kept(let instance):
      // At once, because a reset may take it.
      if registry.isObserved { tellKept(key, in: place) }
      place.enclosing?.note(instance)
      return instance
    // Observers are told that an await has asked.
    case .found(let found)
    where registry.isObserved || found.registration.record.needsAwait(found, askedBy: registry):
      let resolver = place.enclosing ?? AwaitedResolver(place.container)
      defer { if place.enclosing == nil { resolver.finish() } }
      return try await resolver.serve(found, arguments)
    case .notRegistered:
      if let optional = key.serviceType as? any OptionalService.Type {
        return try await serve(optional, key, arguments, in: place)
      }
    case .found, .closed: break
    }
    return try arguments.with { arguments throws(ResolutionError) in
      if let enclosing = place.enclosing { return try enclosing.serve(key, arguments, to: nil).boxed }
      return try place.container.box(key, arguments)
    }
  }
  /// Serves an optional that is not registered itself: the wrapped service may have to be awaited.
  private nonisolated(nonsending) static func serve(
    _ optional: any OptionalService.Type, _ key: ServiceKey, _ arguments: KeptArguments?,
    in place: AwaitedPlace
  ) async throws(ResolutionError) -> Instance {
    let wrapped = key.of(optional.wrappedType)
    if place.mayBeMissing, !place.container.registry.isResolvable(wrapped) { return optional.box(nil) }
    do throws(ResolutionError) {
      return optional.box(try await serveWrapped(wrapped, arguments, in: place))
    } catch {
      // The registration may have been removed since the look-up.
      let depth = place.enclosing?.path.count ?? Resolution.current.path.count
      if place.mayBeMissing, error.isMissing(below: depth) { return optional.box(nil) }
      throw error
    }
  }
  /// Tells the hooks of a resolve that finds what a home keeps.
  private static func tellKept(_ key: ServiceKey, in place: AwaitedPlace) {
    let registry = place.container.registry
    let found = registry.found(key)
    HookCall(registry.hooks, in: ObservedResolve.ofTask?.running) { running in
      ObservedResolve(
        key: key, registration: found?.order, enclosing: place.enclosing?.registration?.order,
        registryDepth: registry.depth, running: running)
    }.end(found?.record.configuration.kind.reuse ?? .reusedFromContainer)
  }
  /// Serves what a wrapper wraps: also a list, which is not registered.
  nonisolated(nonsending) static func serveWrapped(
    _ key: ServiceKey, _ arguments: KeptArguments?, in place: AwaitedPlace
  ) async throws(ResolutionError) -> Instance {
    guard let list = place.container.list(key) else { return try await serve(key, arguments, in: place) }
    // All elements belong to one top-level resolve.
    let resolver = place.enclosing ?? AwaitedResolver(place.container)
    defer { if place.enclosing == nil { resolver.finish() } }
    var place = place
    place.enclosing = resolver
    var services: [(name: String?, instance: Instance)] = []
    for name in place.container.names(of: list.elementType, nil) where name != nil || !list.isByName {
      let element = ServiceKey(list.elementType, name: name)
      do throws(ResolutionError) { services.append((name, try await serve(element, nil, in: place))) } catch {
        if !place.container.registry.hasLost(element, after: error) { throw error }
      }
    }
    return list.box(services)
  }
  /// Serves a registration that is at hand, as a part of this build.
  nonisolated(nonsending) func serve(
    _ registration: Registration, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    switch registration.look(askedBy: builder) {
    case .kept(let instance):
      note(instance)
      return instance
    case .found(let found): return try await serve(found, arguments)
    case .notRegistered, .closed: throw closed(registration, in: registration.owner)
    }
  }

  private nonisolated(nonsending) func serve(
    _ found: Found, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let registration = found.registration
    let call = HookCall(container.registry.hooks, in: ObservedResolve.ofTask?.running) { running in
      ObservedResolve(
        key: registration.key, registration: registration.order, enclosing: self.registration?.order,
        registryDepth: container.registry.depth, running: running)
    }
    do throws(ResolutionError) {
      // An endless recursion would fill the memory, and each build looks at those around it.
      if depth >= AwaitedResolver.depthLimit { throw tooDeep(registration, arguments) }
      var (instance, outcome) =
        call.observed == nil
        ? try await findOrBuild(found, arguments)
        : try await call.around { () async throws(ResolutionError) in try await findOrBuild(found, arguments)
        }
      if let forward = registration.forward {
        instance = joined { [instance] _ in forward.show(instance, to: nil).boxed }
      }
      call.end(outcome)
      return instance
    } catch {
      call.end(.failed(error))
      throw error
    }
  }
  private nonisolated(nonsending) func findOrBuild(
    _ found: Found, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> (Instance, Outcome) {
    let (record, asked) = (found.registration.record, container.registry)
    let configuration = found.configuration ?? record.configuration
    guard configuration.mustBeAwaited || record.awaitsDependencies(found, askedBy: asked) else {
      return try await resolveOnActor(found, arguments)
    }
    let kind = configuration.kind
    if kind == .transient || kind == .graph { return try await buildForGraph(found, arguments) }
    while true {
      // To compare arguments is user code.
      let home =
        kind == .perArgument
        ? try joined { _ throws(ResolutionError) in try record.home(kind, for: arguments, askedBy: asked) }
        : try record.home(kind, for: nil, askedBy: asked)
      guard let home else {
        throw Resolution.current.closed(found.registration, in: asked)
      }
      if let served = try await shared(found, in: home, arguments) { return served }
    }
  }

  /// Resolves a synchronous service, where it may be built.
  private nonisolated(nonsending) func resolveOnActor(
    _ found: Found, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> (Instance, Outcome) {
    let record = found.registration.record
    // Another thread may be building it, and a task must not block its own thread.
    while let build = record.buildElsewhere(found, arguments, askedBy: container.registry) {
      switch await Waits.rest(waiter, for: build) {
      case .cancelled: throw error(.cancelled, about: found.registration)
      case .circle, .again, .abandoned: break
      }
      if Waits.isCircle(from: build, to: waiter.parties) { break }
    }
    let target = Found(
      registration: record, configuration: found.configuration ?? record.configuration,
      builder: found.builder)
    var result: Result<(Instance, Outcome), ResolutionError>?
    let resolve = { [self] in
      result = joined { thread in
        Result { () throws(ResolutionError) in
          try arguments.with { arguments throws(ResolutionError) in
            thread.state.outcome = .reusedFromContainer
            let instance = try container.resolve(target, arguments)
            return (instance, thread.state.outcome)
          }
        }
      }
    }
    if let isolation = record.actorToVisit { try? await onActor(isolation.actor, resolve) } else { resolve() }
    return try result!.get()
  }
}

extension HookCall {
  /// Runs the resolve, so that what its factory resolves is a part of it.
  fileprivate func around<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ resolve: nonisolated(nonsending) () async throws(ResolutionError) -> Result
  ) async throws(ResolutionError) -> Result {
    guard let observed else { return try await resolve() }
    var result: Swift.Result<Result, ResolutionError>?
    await ObservedResolve.$ofTask.withValue(observed) {
      // Captured, so that the closure stays on the actor of the caller.
      _ = isolation
      do throws(ResolutionError) { result = .success(try await resolve()) } catch { result = .failure(error) }
    }
    return try result!.get()
  }
}
