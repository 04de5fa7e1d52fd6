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
    let awaited: Recipe.AsyncFactory = { _, _ in
      try await deferred.resolveAsync(serviceType, for: wrapper)
    }
    let recipe = Recipe(isAwaited ? Recipe.Details(asyncFactory: awaited) : nil) { _, _, _ in
      .instance(try deferred.resolve(serviceType, for: wrapper))
    }
    let key = deferred.key(isAwaited ? serviceType : wrapper)
    record = Record(unregistered: key, scope ?? .container, registry, recipe)
    home = record.ownHome
  }

  /// The service, if it is there.
  var present: Instance? {
    home.owner.contents.read { _ in home.instance }
  }

  func require(for wrapper: Any.Type) throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let container = try container(wrapper) else { return try require(for: wrapper) }
    defer { withExtendedLifetime(container) {} }
    let instance = try Resolution.current.inOneGraph { () throws(ResolutionError) in
      try record.shared(request, in: home)
    }
    if isFinal { deferred.end() }
    // What was put in meanwhile stays.
    return present ?? instance
  }
  nonisolated(nonsending) func requireAsync(for wrapper: Any.Type) async throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let container = try container(wrapper) else { return try await requireAsync(for: wrapper) }
    let instance = try await AwaitedResolver.serve(record, in: container)
    deferred.end()
    return instance
  }
  /// `nil` if it is gone, and another party has used it since.
  private var request: Request {
    // The record holds its mode: nobody changes its settings.
    Request(
      Found(registration: record, mode: record.mode, builder: Borrowed(home.owner)), .current, .none)
  }
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
    _ = home.owner.contents.withLock { _ in
      let old = home.take(record)
      if record.mode.kind == .weak { home.keptWeakly = weakly } else { home.kept = new }
      return old
    }
  }
  /// Forgets the service, and the cycle that it came from.
  func release() {
    replace(with: nil)
    deferred.leaveCycle()
  }
}
