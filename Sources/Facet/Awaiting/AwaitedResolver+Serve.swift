extension Resolver {
  /// Serves a key by an await.
  ///
  /// The container behind the resolver exists.
  @usableFromInline
  nonisolated(nonsending) func serveAsync(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let (awaited, registry) = (awaited, asked!)
    let container = awaited?.container ?? registry.ownContainer
    return try await AwaitedResolver.serve(
      type, signature, name, arguments, in: container, within: awaited.flatMap { $0.isOver ? nil : $0 })
  }
}

extension AwaitedResolver {
  /// Serves a key: at once if nothing must be awaited.
  nonisolated(nonsending) static func serve(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: KeptArguments?,
    in container: Container, within enclosing: AwaitedResolver? = nil,
    joining identifier: GraphIdentifier? = nil
  ) async throws(ResolutionError) -> Instance {
    let registry = container.registry
    if registry.isObserved, let other = registry.standIn {
      return try await serve(
        type, signature, name, arguments, in: other.ownContainer, within: enclosing, joining: identifier)
    }
    let found = registry.find(type, signature, name, 0)
    // At once, because a reset may take it.
    if let kept = found?.kept, !registry.isObserved { return kept }
    guard case .found(let found) = found, case let registration = found.registration,
      registration.record.needsAwait(found)
    else {
      if found == nil, registry.closed == nil, let optional = type as? any OptionalService.Type,
        !(optional.wrappedType is any ServiceList.Type)
      {
        // What it wraps may have to be awaited.
        let wrapped = optional.wrappedType
        guard registry.isResolvable(wrapped, signature, name, .current) else { return optional.box(nil) }
        let instance = try await serve(
          wrapped, signature, name, arguments, in: container, within: enclosing, joining: identifier)
        return optional.box(instance)
      }
      func read(_ arguments: Arguments) throws(ResolutionError) -> Instance {
        if let enclosing { return try enclosing.serve(type, signature, name, arguments, nil)! }
        guard let identifier else { return try container.boxed(type, signature, name, arguments) }
        return try Resolution.current.with(identifier) { () throws(ResolutionError) in
          try container.boxed(type, signature, name, arguments)
        }
      }
      return try arguments.with { arguments throws(ResolutionError) in try read(arguments) }
    }
    let resolver = enclosing ?? AwaitedResolver(container, joining: identifier)
    defer { if enclosing == nil { resolver.end() } }
    return try await resolver.serve(registration, found.mode, found.builder.object, arguments)
  }
  /// Serves a registration that is at hand, as a part of this build.
  nonisolated(nonsending) func serve(
    _ registration: Registration, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let record = registration.record
    let (kept, mode) = record.owner.contents.read { _ in (record.kept, record.mode) }
    if let kept, !registration.isForward { return kept }
    return try await serve(registration, mode, builder, arguments)
  }
  /// Serves a record that is in no table.
  nonisolated(nonsending) static func serve(
    _ record: Record, in container: Container
  ) async throws(ResolutionError) -> Instance {
    let resolver = AwaitedResolver(container)
    defer { resolver.end() }
    return try await resolver.serve(record, record.mode, resolver.builder, nil)
  }

  private nonisolated(nonsending) func serve(
    _ registration: Registration, _ mode: Mode, _ builder: Registry, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let call = HookCall(container.registry.hooks) {
      ObservedResolve(
        key: registration.key, registration: registration.order, enclosing: self.registration?.order,
        registryDepth: container.registry.depth, depth: chain.count)
    }
    do throws(ResolutionError) {
      // An endless recursion would fill the memory, and each build looks at those around it.
      if depth >= AwaitedResolver.depthLimit { throw error(.tooDeep, registration) }
      var instance = try await build(registration, mode, builder, arguments)
      if let forward = registration.forward { instance = joined { _ in forward.convert(instance, nil)! } }
      call.end(.built)
      return instance
    } catch {
      call.end(.failed(error))
      throw error
    }
  }
  private nonisolated(nonsending) func build(
    _ registration: Registration, _ mode: Mode, _ builder: Registry, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let record = registration.record
    guard record.mustBeAwaited else {
      return try await resolveOnActor(registration, mode, builder, arguments)
    }
    switch mode.kind {
    case .transient, .graph:
      return try await buildForGraph(registration, record, mode, builder, arguments)
    case .container, .weak, .custom: return try await shared(registration, record, mode.kind, arguments)
    case .scoped:
      guard let member = container.registry.member(of: record) else {
        throw Resolution.current.closed(registration, container.registry)
      }
      return try await shared(registration, member, .container, arguments)
    case .perArgument:
      guard let arguments else {
        return try await shared(registration, record, .container, arguments)
      }
      let member = joined { _ in record.member(for: arguments) }
      return try await shared(registration, member, .container, arguments)
    }
  }

  /// Resolves a synchronous service, where it may be built.
  private nonisolated(nonsending) func resolveOnActor(
    _ registration: Registration, _ mode: Mode, _ builder: Registry, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let record = registration.record
    // Another thread may be building it, and a task must not block its own thread.
    while let build = record.buildElsewhere(mode, arguments, container.registry) {
      switch await Waits.rest(waiting, for: build, path: path) {
      case .cancelled: throw error(.cancelled, registration)
      case .circle, .again: break
      }
      if Waits.isCircle(from: build, to: waiting) { break }
    }
    var result: Result<Instance, ResolutionError>?
    let found = Found(registration.isForward ? record : registration, mode, Borrowed(builder))
    let resolve = { [self] in
      result = joined { thread in
        Result { () throws(ResolutionError) in
          try arguments.with { arguments throws(ResolutionError) in
            try thread.inOneGraph { () throws(ResolutionError) in
              try found.serve(container, thread, arguments, nil)!
            }
          }
        }
      }
    }
    if let isolation = record.actorToVisit { try? await onActor(isolation.actor, resolve) } else { resolve() }
    return try result!.get()
  }

  // MARK: - Transient and graph scope

  private nonisolated(nonsending) func buildForGraph(
    _ registration: Registration, _ record: Record, _ mode: Mode, _ builder: Registry,
    _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> Instance {
    let hash = arguments.with { $0.hash(registration.key.signature) }
    let key = Graph.Key(record, Borrowed(builder), hash: hash)
    let graph = graph
    if mode.kind != .transient, let known = graph.known(key, arguments) { return known }
    // Awaited services never get each other half-built.
    let isLoop = chain.contains { build in
      build.record === record && build.builder === builder && build.hasSame(arguments)
    }
    if isLoop { throw error(.loop, registration, ResolutionError.Extras(isAwaited: true)) }
    let build = AwaitedResolver(registration, record, arguments, container, builder, in: self, party)
    defer { build.end() }
    let instance = try await build.run()
    if mode.kind != .transient { graph.remember(instance, key, arguments) }
    return instance
  }
  private func hasSame(_ other: KeptArguments?) -> Bool {
    guard let other, let arguments else { return true }
    return other.withArguments { arguments.compare($0) } == .same
  }
}

extension Record {
  /// Whether it cannot be built right here.
  fileprivate func needsAwait(_ found: Found) -> Bool {
    if found.mode.isSpecial {
      if mustBeAwaited { return true }
      if let isolation = actorToVisit, !isolation.isKnownToBeCurrent(.current) { return true }
    }
    return found.mode.kind != .transient && found.mode.kind != .graph && isBuiltElsewhere
  }
  private var isBuiltElsewhere: Bool { mode.kind == .scoped || mode.kind == .perArgument || running != nil }
  private var running: Build? {
    let build = owner.contents.read { _ in self.build }
    return build.flatMap { $0.party === Resolution.current.state.party ? nil : $0 }
  }
  /// The build by another party, for which a thread would wait.
  fileprivate func buildElsewhere(_ mode: Mode, _ arguments: KeptArguments?, _ asked: Registry) -> Build? {
    switch mode.kind {
    case .transient, .graph: nil
    case .scoped: asked.member(of: self)?.running
    case .perArgument: arguments.flatMap { member(for: $0).running }
    case .container, .weak, .custom: running
    }
  }
}
