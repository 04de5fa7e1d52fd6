/// A service that is resolved at first use, and kept.
struct LazyResolve: Sendable {
  private let deferred: DeferredResolve
  /// In no table: it keeps the service, makes others wait for the one that builds it, and finds loops, as every shared service does.
  private let record: Record
  private let home: Home
  /// Whether the first use is the last resolve.
  private let isFinal: Bool

  /// Makes one for a wrapper.
  ///
  /// Without a scope, the service is kept as long as the wrapper, and the container is needed only until then.
  init(
    _ serviceType: Any.Type, for wrapper: Any.Type, _ deferred: DeferredResolve, _ registry: Registry,
    scope: ObjectScope? = nil, isAwaited: Bool = false
  ) {
    (self.deferred, isFinal) = (deferred, scope == nil)
    let recipe =
      isAwaited
      ? Recipe(awaiting: { _, _ in try await deferred.resolveAsync(serviceType, for: wrapper) }, on: nil)
      : Recipe { _, _, _ in .instance(try deferred.resolve(serviceType, for: wrapper)) }
    let key = deferred.key(isAwaited ? serviceType : wrapper)
    record = Record(
      Origin(key, at: CodeLocation(fileID: "", line: 0), in: registry), recipe,
      Settings(scope: scope ?? .container))
    home = Home(in: registry, isPrivate: true)
  }

  /// The service, if it is there.
  var present: Instance? { home.read { $0.instance } }

  func require(for wrapper: Any.Type) throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let container = try container(wrapper) else { return try require(for: wrapper) }
    let found = found
    defer { withExtendedLifetime((container, found)) {} }
    let instance = try Resolution.current.inOneGraph { () throws(ResolutionError) in
      try record.shared(Request(found, .none), in: home)
    }
    if isFinal { deferred.end() }
    // What was put in meanwhile stays.
    return present ?? instance
  }
  nonisolated(nonsending) func requireAsync(for wrapper: Any.Type) async throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let container = try container(wrapper) else { return try await requireAsync(for: wrapper) }
    let resolver = AwaitedResolver(container)
    defer { resolver.end() }
    // An endless recursion would fill the memory.
    if resolver.depth >= AwaitedResolver.depthLimit { throw resolver.error(.tooDeep, record) }
    let instance = try await resolver.shared(found, in: home, nil)
    deferred.end()
    return instance
  }
  private var found: Found {
    Found(registration: record, configuration: record.configuration, builder: Borrowed(home.owner))
  }
  /// `nil` if it is gone, and another party has used it since.
  private func container(_ wrapper: Any.Type) throws(ResolutionError) -> Container? {
    do throws(ResolutionError) { return try deferred.existingContainer(for: wrapper) } catch {
      if present == nil { throw error }
      return nil
    }
  }

  /// Puts another service in the place of the kept one; a running build is not kept.
  func replace(with new: Instance?) {
    let weakly = new.flatMap(WeakInstance.init)
    // Released outside the lock.
    _ = home.owner.contents.withLock { contents in
      let old = home.take(&contents, of: record)
      let isWeak = record.read(contents) { $0.configuration.kind == .weak }
      home.change(&contents) { state in
        if isWeak { state.keptWeakly = weakly } else { state.kept = new }
      }
      return old
    }
  }
  /// Forgets the service, and the cycle that it came from.
  func release() {
    replace(with: nil)
    deferred.leaveCycle()
  }
}
