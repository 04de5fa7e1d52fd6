/// A resolve that is put off: the key but for the type, the arguments, and the way to the container.
///
/// What ``Lazy`` and ``Provider`` share. Not generic, so that one copy of the code serves all of them.
///
/// It keeps the container alive, unless it is handed to a service that the container keeps: then neither would ever be released. That is
/// assumed of three things: what is handed out while such a service is being built; all that a cycle handed out, when such a service gets an
/// instance of the cycle that was built outside of its own build, even after the end of the cycle; and what an instance of weak scope was
/// handed, when such a service gets that instance.
@usableFromInline
struct DeferredResolve: ~Copyable, @unchecked Sendable {
  // Unchecked for the metatype, which nothing changes, and the arguments, which go where the factory goes: to any
  // thread, as with a resolve by hand.
  struct Pending {
    var container: Container?
    var arguments: ArgumentCopy?
    /// The cycle to join; `nil` for the one that runs at the time.
    var graph: GraphIdentifier?
  }

  private let pending: Guarded<Pending>
  private let anchor: ContainerAnchor
  private let signature: Any.Type?
  private let name: String?

  /// Prepares a resolve, which is to join the running cycle even after its end if `joinsCycle` says so; `nil` if it could
  /// not succeed.
  init?(of serviceType: Any.Type, _ target: WrapperTarget, joinsCycle: Bool) {
    guard target.isResolvable(serviceType) else { return nil }
    self.init(target, joinsCycle: joinsCycle)
  }

  /// Prepares a resolve, of what may not be registered yet.
  init(_ target: WrapperTarget, joinsCycle: Bool) {
    let container = target.registry.container
    anchor = container.anchor
    signature = target.signature
    name = target.name
    // It asks this very container: what a parent shares must not get it.
    if target.thread.pointee.child != nil { target.thread.noteDepth(target.registry.depth) }
    let isKept = target.thread.pointee.keptFrameCount > 0 || target.thread.pointee.isCaptured
    if isKept { anchor.prepare(container) }
    pending = Guarded(
      Pending(
        container: isKept ? nil : container,
        // `nil` also if they are given at use.
        arguments: target.arguments.flatMap { arguments in
          (target.signature as? any ArgumentList.Type).map { ArgumentCopy($0.tupleType, from: arguments) }
        },
        graph: joinsCycle && target.thread.isInCycle ? target.thread.identifier : nil))
  }

  /// Resolves, and writes the service to `result`; an error names the type that was used, `wrapper`.
  ///
  /// `arguments` are those that are given at use.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ arguments: UnsafeRawPointer? = nil, at result: UnsafeMutableRawPointer,
    for wrapper: Any.Type
  ) -> ResolutionError? {
    let thread = ThreadState.current
    let pending = pending.value
    guard let container = pending.container ?? anchor.container else {
      return ResolutionError(.containerGone, key: ServiceKey(wrapper, signature: signature, name: name))
    }
    let lookup = Lookup(serviceType, signature, name)
    func resolve() -> Outcome {
      container.registry.resolve(
        lookup, arguments ?? pending.arguments.map { UnsafeRawPointer($0.pointer) }, result)
    }
    let outcome =
      if let graph = pending.graph {
        thread.withCycle(graph, asking: container.registry, resolve)
      } else {
        resolve()
      }
    switch outcome {
    case .failed(let error): return error
    case .missing:
      let key = ServiceKey(serviceType, signature: signature, name: name)
      return container.registry.missing(key, thread)
    default: return nil
    }
  }

  /// What is to be resolved, the container, and the arguments that were given before.
  func target(_ serviceType: Any.Type) -> (ServiceKey, Container?, ArgumentCopy?) {
    let pending = pending.value
    return (
      ServiceKey(serviceType, signature: signature, name: name), pending.container ?? anchor.container,
      pending.arguments
    )
  }

  /// An error of the wrapper itself, with the path that leads to it.
  func error(_ code: ResolutionError.Code, for serviceType: Any.Type) -> ResolutionError {
    let key = ServiceKey(serviceType, signature: signature, name: name)
    return ResolutionError(code, path: (CurrentBuild.current?.build?.path ?? []) + [key], location: nil)
  }

  /// Joins no cycle any more but the one that runs at the time.
  func leaveCycle() {
    // Released outside the lock.
    _ = pending.withLock { exchange(&$0.graph, with: nil) }
  }

  /// Lets go of the container and the arguments.
  func end() {
    // Released outside the lock.
    _ = pending.exchange(Pending())
  }

  /// Lets go of the container, and finds it as long as somebody else keeps it.
  @inline(never)
  func stopKeepingContainer() {
    guard let container = pending.value.container else { return }
    // First, for other threads may look for it at any moment.
    anchor.prepare(container)
    // Released outside the lock.
    _ = pending.withLock { exchange(&$0.container, with: nil) }
  }
}

extension ThreadState.Pointer {
  /// Notes what was handed out in the cycle, for it may yet be captured.
  func note(_ keeper: any ContainerKeeper) {
    if pointee.frameCount > 0, pointee.keptFrameCount == 0, !pointee.isCaptured {
      pointee.keepers.append(keeper)
      pointee.keeperMark = 1
    }
  }
}

extension WrapperTarget {
  /// Writes a new wrapper to the result, and notes it.
  func handOut(_ wrapper: any ContainerKeeper, at result: UnsafeMutableRawPointer) -> Outcome {
    thread.note(wrapper)
    result.initializeMemory(as: AnyObject.self, to: wrapper)
    return .built
  }
}
