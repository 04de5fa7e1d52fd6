/// A service that is resolved at first use, and kept: in a home of its own, by the rules of a shared service.
///
/// So others wait for the party that builds it, and a loop is found.
final class LazyResolve: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of the home's owner.

  /// What is needed until the service is there.
  fileprivate struct Pending: @unchecked Sendable {
    // Unchecked, as what it has is given to one party after the other.
    let deferred: DeferredResolve
    /// The top-level resolve that it came from, and joins.
    var graph: GraphIdentifier?
    /// Where the shared service is kept that got the wrapper: what it gets by this, it uses.
    let user: Home?
  }
  /// What the wrapper is, and what it resolves.
  struct Kind: Sendable {
    let wrapper, serviceType: Any.Type
    var scope = ObjectScope.container
    /// Whether the service is kept as long as the wrapper, and the container is needed only until then.
    var isFinal = true
    var isAwaited = false
  }
  private let kind: Kind
  private let home: Home
  private var pending: Pending?
  /// The record of the lazy, which is in no table: made at the first use.
  private var record: Record?

  /// Fails unless the service can be resolved.
  convenience init(_ kind: Kind, _ request: WrapperRequest) throws(ResolutionError) {
    try request.check(kind.serviceType)
    self.init(kind, unchecked: request)
  }
  init(_ kind: Kind, unchecked request: WrapperRequest) {
    self.kind = kind
    let thread = request.thread
    let user = thread.innermostKept
    home = Home(in: request.container.registry, gotBy: user)
    pending = Pending(
      deferred: DeferredResolve(request), graph: thread.isRunning ? thread.identifier : nil,
      user: user)
  }

  /// Whether the container that it resolves from is closed.
  var isClosed: Bool { home.owner.isClosed }
  /// The service, if it is there.
  ///
  /// What was needed until then is released: the last use did not see the service published, if it was a part of a build that needs the service.
  var present: Instance? {
    let (instance, isPending) = home.owner.contents.withReadLock { contents in
      (home.read(contents) { $0.instance }, pending != nil)
    }
    if instance != nil, isPending { finish() }
    return instance
  }

  func require() throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let (container, record) = try begin() else { return try require() }
    defer { withExtendedLifetime((container, record)) {} }
    let instance = try record.lazily(in: home)
    // What was put in meanwhile stays.
    return present ?? instance
  }
  nonisolated(nonsending) func requireAsync() async throws(ResolutionError) -> Instance {
    if let present { return present }
    guard let (container, record) = try begin() else { return try await requireAsync() }
    let resolver = AwaitedResolver(container)
    defer { resolver.finish() }
    // An endless recursion would fill the memory.
    if resolver.depth >= AwaitedResolver.depthLimit { throw resolver.tooDeep(record, nil) }
    let instance = try await resolver.shared(record.foundAlone, in: home, nil)!.instance
    return present ?? instance
  }

  /// The container and the record of a use; `nil` if another party has finished meanwhile.
  private func begin() throws(ResolutionError) -> (Container, Record)? {
    let (pending, known) = home.owner.contents.withReadLock { _ in (self.pending, record) }
    guard let pending else { return nil }
    do throws(ResolutionError) {
      let container = try pending.deferred.container(for: kind.wrapper)
      return (container, known ?? makeRecord(pending))
    } catch {
      if present == nil { throw error }
      return nil
    }
  }
  private func makeRecord(_ pending: Pending) -> Record {
    let kind = kind
    let recipe =
      kind.isAwaited
      ? Recipe(awaiting: { _, _ in try await pending.resolveAsync(kind) }, on: nil)
      : Recipe { _, _, _ in .instance(try pending.resolve(kind)) }
    let key = pending.deferred.key.of(kind.isAwaited ? kind.serviceType : kind.wrapper)
    let new = Record(
      Origin(key, at: CodeLocation(fileID: "", line: 0), in: home.owner, order: 0), by: recipe, in: kind.scope
    )
    return home.owner.contents.withLock { _ in
      if record == nil { record = new }
      return record!
    }
  }
  /// The service is there for good: there is no later use.
  private func finish() {
    if !kind.isFinal { return }
    // What was needed is released outside the lock.
    _ = home.owner.contents.withLock { _ in (exchange(&pending, with: nil), exchange(&record, with: nil)) }
  }

  /// Puts another service in the place of the kept one; a running build is not kept.
  func replace(with new: Instance?) { change(new, leavesGraph: false) }
  /// Forgets the service, and the top-level resolve that it came from.
  func release() { change(nil, leavesGraph: true) }
  private func change(_ new: Instance?, leavesGraph: Bool) {
    let weakly = new.flatMap(WeakInstance.init)
    // Released outside the lock.
    _ = home.owner.contents.withLock { contents in
      let old = home.change(&contents) { state in
        let old = (state.kept, state.keptWeakly)
        (state.kept, state.keptWeakly) = kind.scope === ObjectScope.weak ? (nil, weakly) : (new, nil)
        state.build = nil
        state.resets += 1
        return old
      }
      return (old, leavesGraph ? (exchange(&record, with: nil), exchange(&pending!.graph, with: nil)) : nil)
    }
  }
}

extension LazyResolve.Pending {
  fileprivate func resolve(_ kind: LazyResolve.Kind) throws(ResolutionError) -> Instance {
    let container = try begin(kind)
    let joining = graph.map(Resolution.current.join)
    defer { if let graph, let joining { Resolution.current.leave(graph, joining) } }
    do throws(ResolutionError) {
      let instance = try deferred.resolve(kind.serviceType, from: container)
      noteUse(kind, in: container)
      return instance
    } catch {
      throw error.used(through: kind.wrapper, at: Resolution.current.path.count)
    }
  }
  fileprivate nonisolated(nonsending) func resolveAsync(
    _ kind: LazyResolve.Kind
  ) async throws(ResolutionError) -> Instance {
    let place = AwaitedPlace(container: try begin(kind), graph: graph)
    do throws(ResolutionError) {
      let instance = try await deferred.resolveAsync(kind.serviceType, nil, in: place)
      noteUse(kind, in: place.container)
      return instance
    } catch {
      throw error.used(through: kind.wrapper, at: AwaitedResolver.running?.path.count ?? 0)
    }
  }
  private func begin(_ kind: LazyResolve.Kind) throws(ResolutionError) -> Container {
    let container = try deferred.container(for: kind.wrapper)
    noteUse(kind, in: container)
    return container
  }
  /// Notes what is used: a service that is shared ends after the one that gets it here.
  ///
  /// Before the service is there, because a close may end both as soon as it is; and after that, because another one may have been registered.
  private func noteUse(_ kind: LazyResolve.Kind, in container: Container) {
    guard let user else { return }
    let used = container.registry.records(of: deferred.key.of(kind.serviceType))
    user.withLock { $0.uses.formUnion(used.map { .lazy($0.order) }) }
  }
}

extension Registry {
  /// The records that a use of a key gets: also that in an optional, and those of a list.
  fileprivate func records(of key: ServiceKey) -> [Record] {
    if let found = found(key) { return [found.record] }
    if let optional = key.serviceType as? any OptionalService.Type {
      return records(of: key.of(optional.wrappedType))
    }
    guard let list = key.serviceType as? any ServiceList.Type else { return [] }
    var records: [Record] = []
    withNames(of: list.elementType, nil) { names in
      for name in names where name != nil || !list.isByName {
        records += self.records(of: ServiceKey(list.elementType, name: name))
      }
    }
    return records
  }
}

extension Record {
  /// A record that is in no table, as a search finds others.
  fileprivate var foundAlone: Found {
    Found(registration: self, configuration: configuration, builder: Borrowed(owner))
  }
  /// Resolves the record of a lazy.
  fileprivate func lazily(in home: Home) throws(ResolutionError) -> Instance {
    let (thread, found) = (Resolution.current, foundAlone)
    thread.enter()
    defer { withExtendedLifetime(found) { thread.leave() } }
    return try shared(found.request(.none, by: thread), in: home)!
  }
}

extension LazyResolve: Opaque {}
