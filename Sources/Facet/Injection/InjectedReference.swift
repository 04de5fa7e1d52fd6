/// The service of a lazily injected property: the resolve, and its result.
///
/// Copies of the property share it.
final class InjectedReference<Service>: @unchecked Sendable {
  // Unchecked for the service, which is as safe as its type; the property wrappers are sendable only if the service is.

  /// The current content: a service, or a weak reference to one.
  private struct Content {
    var service: Service?
    weak var object: AnyObject?
    /// Whether `object` was set since the last release: if `object` is `nil` now, the object is gone.
    var hasHadObject = false
    /// How often the service was replaced or released.
    var changes = 0
  }

  private let deferred: DeferredResolve
  private let isWeak: Bool
  private let location: CodeLocation
  private let turn = Turn()
  private let content = Guarded(Content())

  /// Prepares a resolve in the running cycle.
  init(
    _ name: String?, _ container: Container?, isWeak: Bool, _ signature: Any.Type?,
    _ arguments: Arguments?, _ location: CodeLocation
  ) {
    let resolver = Container.injecting(container)
    var deferred: DeferredResolve?
    resolver.backing.prepare { registry, thread in
      deferred = DeferredResolve(
        WrapperTarget(
          registry: registry, signature: signature, name: name,
          arguments: signature == nil ? nil : arguments, thread: thread),
        joinsCycle: true)
    }
    self.deferred = deferred.take()!
    self.isWeak = isWeak
    self.location = location
    withExtendedLifetime(resolver) {}
  }

  /// The current service; nothing is resolved.
  var current: Service? { found(isOnce: false) ?? nil }

  /// The service; stops the program if it cannot be built.
  var instance: Service {
    do { return try require() } catch { stop(error.description, at: location) }
  }

  /// The same for a weak property, which resolves once: `nil` if the object or the container is gone.
  var instanceIfThere: Service? {
    do { return try service(isOnce: true) } catch {
      // A factory further down may have used another container that is gone.
      if error.code == .containerGone, error.key.serviceType == wrapper { return nil }
      stop(error.description, at: location)
    }
  }

  func require() throws(ResolutionError) -> Service {
    // If the property may resolve again, there is a service, or an error is thrown.
    try service(isOnce: false)!
  }

  private func service(isOnce: Bool) throws(ResolutionError) -> Service? {
    if let found = found(isOnce: isOnce) { return found }
    let thread = Thread.current
    switch turn.take(for: thread, of: self) {
    case .own: throw loop([], thread)
    case .circle(let otherPath): throw loop(otherPath, thread)
    case .taken: break
    }
    defer { turn.giveBack(of: self) }
    // Another thread may have built it since the first look.
    if let found = found(isOnce: isOnce) { return found }
    let changes = content.withLock { $0.changes }
    let service = try deferred.resolve(Service.self, for: wrapper)
    return replace(with: service, since: changes) ? service : current ?? service
  }

  /// The result of a use without a resolve; `nil` if a resolve is needed.
  private func found(isOnce: Bool) -> Service?? {
    // The cast is user code for some types, so it runs outside the lock.
    let (service, object, isTaken) = content.withLock { ($0.service, $0.object, $0.hasHadObject) }
    if let there = service ?? object.flatMap({ $0 as? Service }) { return there }
    return isOnce && isTaken ? .some(nil) : nil
  }

  /// Replaces the current service, or removes it; with `changes`, only if nothing has replaced it since.
  ///
  /// - Returns: whether the service was replaced.
  @discardableResult
  func replace(with service: Service?, since changes: Int? = nil) -> Bool {
    let object = isWeak ? service.flatMap { reference(in: $0) } : nil
    let (isReplaced, old) = content.withLock { content -> (Bool, Service?) in
      guard changes == nil || changes == content.changes else { return (false, nil) }
      if changes == nil { content.changes += 1 }
      let old = content.service
      content.service = isWeak ? nil : service
      content.object = object
      content.hasHadObject = isWeak && (service == nil || object != nil)
      return (true, old)
    }
    // Released outside the lock.
    withExtendedLifetime(old) {}
    return isReplaced
  }

  /// Lets the next use resolve again, in the cycle that runs then.
  func release() {
    let old = content.withLock { content in
      let empty = Content(changes: content.changes + 1)
      return exchange(&content, with: empty)
    }
    // Released outside the lock.
    withExtendedLifetime(old) {}
    deferred.leaveCycle()
  }

  private var wrapper: Any.Type { isWeak ? WeakLazyInjected<Service>.self : LazyInjected<Service>.self }

  private func loop(_ otherPath: [PathStep], _ thread: Thread) -> ResolutionError {
    ResolutionError(.loop, key: ServiceKey(wrapper), enclosing: thread.path, otherPath: otherPath)
  }
}

extension ResolverBacking {
  /// Prepares a resolve from a container, within the build if there is one.
  fileprivate func prepare(_ body: (Registry, Thread) -> Void) {
    if let build = build?.object { return build.joined { thread in body(build.registry, thread) } }
    if let registry { body(registry.object, Thread.current) }
  }
}
