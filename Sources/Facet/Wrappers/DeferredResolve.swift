/// A deferred resolve: the key without its type, the arguments, and the way to the container.
///
/// The shared part of ``Lazy`` and ``Provider``. Not generic, so one copy of the code serves all of them.
///
/// It keeps the container alive, unless it is resolved during the build of a service that the container keeps: then neither would ever be
/// released. If it comes to such a service later, it keeps the container until the container is closed.
@usableFromInline
struct DeferredResolve: ~Copyable, @unchecked Sendable {
  // Unchecked for the metatype, which nothing changes, and for the arguments. These go where the factory goes: to any thread, as with a
  // direct resolve.
  struct Pending {
    /// The container, if it is kept.
    var kept: Container?
    weak var container: Container?
    var arguments: ArgumentCopy?
    /// Where the use of a lazy is noted, for the end of the instance that got the lazy.
    var needs: Needs?
    /// The cycle to join; `nil` for the cycle that runs at the time.
    var graph: GraphIdentifier?

    var target: Container? { kept ?? container }
  }

  let pending: Guarded<Pending>
  private let signature: Any.Type?
  private let name: String?

  /// Prepares a resolve; `nil` if it could not succeed.
  ///
  /// If `joinsCycle` is set, the resolve joins the running cycle, even after its end.
  init?(of serviceType: Any.Type, _ target: WrapperTarget, joinsCycle: Bool) {
    guard target.isResolvable(serviceType) else { return nil }
    self.init(target, joinsCycle: joinsCycle)
  }

  /// Prepares a resolve of a service that may not be registered yet.
  init(_ target: WrapperTarget, joinsCycle: Bool) {
    let container = target.registry.container.object
    signature = target.signature
    name = target.name
    // It resolves from this very container: a shared service of a parent must not get it.
    if target.thread.state.child != nil { target.thread.noteDepth(target.registry.depth) }
    let isKept = target.thread.state.keptFrameCount > 0
    pending = Guarded(
      Pending(
        kept: isKept ? nil : container, container: isKept ? container : nil,
        // Also `nil` if the arguments are given at use.
        arguments: target.arguments.flatMap { arguments in
          (target.signature as? any ArgumentList.Type).map { ArgumentCopy($0.tupleType, of: arguments) }
        },
        needs: joinsCycle && Needs.areUsed.load(ordering: .relaxed) && target.thread.state.frames.count > 0
          ? target.thread.needsOfLazy() : nil,
        graph: joinsCycle && target.thread.isInCycle ? target.thread.identifier : nil))
  }

  /// Resolves; an error names the type that was used, `wrapper`.
  ///
  /// Uses the arguments that are given at use; without any, those that were given before.
  @_alwaysEmitIntoClient
  func resolve<Service>(
    _ serviceType: Service.Type, _ arguments: Arguments? = nil, for wrapper: Any.Type
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    if let error = unsafe resolve(arguments, to: &service, for: wrapper) { throw error }
    return handedOver(service!)
  }

  @_alwaysEmitIntoClient
  @_transparent
  func resolve<Service>(
    _ arguments: Arguments?, to service: UnsafeMutablePointer<Service?>, for wrapper: Any.Type
  ) -> ResolutionError? {
    unsafe resolve(Service.self, arguments, at: service, for: wrapper)
  }

  /// The same for the address of a slot; returns the error if there is no service.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ arguments: Arguments?, at address: UnsafeMutableRawPointer,
    for wrapper: Any.Type
  ) -> ResolutionError? {
    let slot = unsafe Slot(address: address)
    let pending = pending.value
    guard let target = pending.target else { return gone(wrapper) }
    let thread = Thread.current
    let lookup = Lookup(serviceType, signature, name)
    let arguments = arguments ?? pending.arguments?.arguments
    let around = thread.beginUse(of: pending.needs)
    let resolve = { target.registry.resolve(lookup, arguments, slot) }
    let outcome = pending.graph.map { thread.withCycle($0, asking: target.registry, resolve) } ?? resolve()
    thread.endUse(around)
    switch outcome {
    case .failed(let error): return error
    case .missing: return target.registry.missing(lookup.key, thread)
    default: return nil
    }
  }

  private func gone(_ wrapper: Any.Type) -> ResolutionError {
    ResolutionError(.containerGone, key: ServiceKey(wrapper, signature: signature, name: name))
  }

  /// An error about a use of a lazy.
  func error(_ code: ResolutionError.Code, for serviceType: Any.Type) -> ResolutionError {
    let key = ServiceKey(serviceType, signature: signature, name: name)
    return ResolutionError(code, path: (CurrentBuild.current?.build?.path ?? []) + [PathStep(key)])
  }

  /// Stops joining a cycle.
  func leaveCycle() {
    // Released outside the lock.
    _ = pending.withLock { exchange(&$0.graph, with: nil) }
  }

  /// Releases everything: there is nothing more to resolve.
  func end() {
    // Released outside the lock.
    _ = pending.exchange(Pending())
  }
}

// MARK: - Awaiting

extension DeferredResolve {
  /// Resolves by `await`; an error names the type that was used, `wrapper`.
  // Never inlined: see `ResolverBacking.required`.
  @inline(never)
  nonisolated(nonsending) func requireAsync<Service, each Argument>(
    for wrapper: Any.Type, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending Service {
    let room = Room(Service.self)
    let started = unsafe try withUnsafePointer(to: (repeat each arguments)) { tuple throws(ResolutionError) in
      let given = Signature<repeat each Argument>.isEmpty ? nil : unsafe Arguments(tuple)
      return try start(Service.self, given, to: room.slot, for: wrapper)
    }
    if let started { try await NestedUses.run(started, into: room.slot) }
    return handedOver(room.slot.take(as: Service.self)!)
  }

  /// Puts the service into the slot if it is available immediately, or returns the build to await.
  private func start(
    _ serviceType: Any.Type, _ arguments: Arguments?, to slot: Slot, for wrapper: Any.Type
  ) throws(ResolutionError) -> AwaitedBuild? {
    let pending = pending.value
    guard let target = pending.target else { throw gone(wrapper) }
    var outcome = Outcome.missing
    let lookup = Lookup(serviceType, signature, name)
    let around = Thread.current.beginUse(of: pending.needs)
    let build = target.registry.start(
      lookup, arguments ?? pending.arguments?.arguments, slot, within: nil,
      joining: pending.graph.map { AwaitedCycle(joining: $0) }, &outcome)
    Thread.current.endUse(around)
    if let build { return build }
    switch outcome {
    case .failed(let error): throw error
    case .missing: throw target.registry.missing(lookup.key, Thread.current)
    default: return nil
    }
  }
}

/// How many uses of lazies and providers are nested.
///
/// Nothing else would end a recursion through them.
private enum NestedUses {
  @TaskLocal private static var count = 0

  nonisolated(nonsending) static func run(_ build: AwaitedBuild, into slot: Slot)
    async throws(ResolutionError)
  {
    guard count < AwaitedBuild.depthLimit else { throw build.error(.tooDeep) }
    var failure: ResolutionError?
    await $count.withValue(count + 1) {
      do throws(ResolutionError) {
        try await build.registry.run(build, into: slot)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
