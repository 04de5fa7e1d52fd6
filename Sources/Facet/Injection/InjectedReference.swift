/// The service of a lazily injected property: the resolve, and its result.
///
/// Copies of the property share it.
final class InjectedReference<Service>: Sendable {
  private let deferred: DeferredResolve
  private let isWeak: Bool
  private let location: CodeLocation
  /// In no table: it keeps the service, and makes threads wait for the one that builds.
  private let record: Record
  /// What was set by hand, or got once and is weak now.
  private let content = Guarded(Content())

  private struct Content: @unchecked Sendable {
    // Unchecked for the service, which is as safe as its type; the property wrappers are sendable only if the service is.
    var set: Kept<Service>?
    var isTaken = false
  }

  init(
    _ name: String?, _ container: Container?, isWeak: Bool, _ signature: Any.Type?, _ arguments: Arguments,
    _ location: CodeLocation
  ) {
    let resolver = Container.injecting(container)
    let registry = resolver.asked!
    let deferred = resolver.joined { thread in
      DeferredResolve(
        WrapperRequest(registry.ownContainer, signature, name, signature == nil ? .none : arguments, thread),
        joinsGraph: true)
    }
    (self.deferred, self.isWeak, self.location) = (deferred, isWeak, location)
    let wrapper: Any.Type = isWeak ? WeakLazyInjected<Service>.self : LazyInjected<Service>.self
    record = Record(
      unregistered: ServiceKey(wrapper), isWeak ? .weak : .container, registry,
      Recipe { _, _, _ in try deferred.resolve(Service.self, for: wrapper) })
    withExtendedLifetime(resolver) {}
  }
  private var wrapper: Any.Type { record.key.serviceType }

  /// The service, if it is there.
  var current: Service? {
    if let set = content.withLock({ $0.set }) { return set.service }
    return record.present?.service(as: Service.self)
  }
  var instance: Service {
    do { return try require() } catch { stop(error.description, at: location) }
  }
  /// `nil` if the service was there once, and is gone.
  var instanceIfThere: Service? {
    if let current { return current }
    if content.withLock({ $0.isTaken }) { return nil }
    do {
      let service = try require()
      content.withLock { $0.isTaken = reference(in: service) != nil }
      return service
    } catch {
      // A factory further down may have used another container that is gone.
      if error.code == .containerGone, error.key.serviceType == wrapper { return nil }
      stop(error.description, at: location)
    }
  }
  func require() throws(ResolutionError) -> Service {
    if let current { return current }
    let built = try record.builtOnce(holding: deferred, for: wrapper)
    // What was put in meanwhile stays.
    return content.withLock { $0.set }?.service ?? built.service(as: Service.self)
  }
  func replace(with service: Service?) {
    let new = service.map { Kept($0) }
    let weakly = isWeak ? new.flatMap { WeakInstance($0) } : nil
    // Released outside the locks.
    let old = content.withLock { content in
      let old = content.set
      content.set = isWeak ? nil : new
      content.isTaken = isWeak
      return old
    }
    let kept = record.owner.contents.withLock { _ in record.takeShared() }
    if let weakly { record.owner.contents.withLock { _ in record.rarely.keptWeakly = weakly } }
    withExtendedLifetime((old, kept)) {}
  }
  /// Forgets the service, and the cycle that it came from.
  func release() {
    let old = content.exchange(Content())
    let kept = record.owner.contents.withLock { _ in record.takeShared() }
    withExtendedLifetime((old, kept)) {}
    deferred.leaveCycle()
  }
}

extension Record {
  /// The shared instance, however it is kept.
  var present: Instance? { owner.contents.withLock { _ in kept ?? rare?.keptWeakly?.instance } }
}

extension Resolver {
  /// Runs a part of an awaited build as a part of its graph.
  func joined<Result, Failure: Error>(
    _ body: (Resolution) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let awaited { return try awaited.joined(body) }
    return try body(Resolution.current)
  }
}
