/// The service of a lazily injected property.
///
/// Copies of the property share it.
final class InjectedReference<Service>: Sendable {
  private let lazily: LazyResolve
  private let registry: Registry
  private let wrapper: Any.Type
  private let isWeak: Bool
  private let location: CodeLocation
  /// Whether the service was there once: what is kept weakly is not built again.
  private let isTaken = Guarded(false)

  init(
    of wrapper: Any.Type, isWeak: Bool, _ key: ServiceKey, _ arguments: Arguments, from container: Container?,
    at location: CodeLocation
  ) {
    let resolver = Container.injecting(container)
    registry = resolver.asked!
    let kind = LazyResolve.Kind(wrapper: wrapper, isWeak: isWeak, isFinal: false)
    (self.wrapper, self.isWeak, self.location) = (wrapper, isWeak, location)
    let request = WrapperRequest(
      container: registry.ownContainer, key: key, arguments: key.signature == nil ? .none : arguments)
    lazily = resolver.joined { [registry] _ in
      if registry.isObserved {
        // A weak reference does not keep an instance that a scope has ended.
        registry.tellHooks(of: key.of(isWeak ? Provider<Service>.self : Lazy<Service>.self))
        _ = registry.tellHooks(.property(key))
      }
      return LazyResolve(kind, key, request.deferred)
    }
    withExtendedLifetime(resolver) {}
  }

  /// The service, if it is there.
  var current: Service? { lazily.present?.service(as: Service.self) }
  var instance: Service {
    do { return try require().service(as: Service.self) } catch {
      InjectedProperty.stop(error, at: location)
    }
  }
  /// `nil` if the service was there once, and is gone.
  var instanceIfThere: Service? {
    if let current { return current }
    if isTaken.value { return nil }
    do {
      let instance = try require()
      _ = isTaken.exchange(instance.object != nil)
      return instance.service(as: Service.self)
    } catch {
      // A factory further down may have used another container that is gone.
      if error.code == .containerGone, error.key.serviceType == wrapper { return nil }
      if error.code == .containerClosed, registry.isClosed { return nil }
      InjectedProperty.stop(error, at: location)
    }
  }
  func require() throws(ResolutionError) -> Instance { try lazily.require() }
  func replace(with service: Service?) {
    _ = isTaken.exchange(isWeak)
    lazily.replace(with: service.map { Kept($0) })
  }
  func release() {
    _ = isTaken.exchange(false)
    lazily.release()
  }
}

extension Registry {
  /// Tells the hooks of a lazy property, as of a `Lazy` that the object asks for.
  @inline(never)
  fileprivate func tellHooks(of key: ServiceKey) {
    let (registry, thread) = (standIn ?? self, Resolution.current)
    let frame = thread.state.frames.last
    HookCall(registry.hooks, in: thread.state.observed ?? ObservedResolve.ofTask?.running) { running in
      ObservedResolve(
        key: key, registration: nil,
        enclosing: frame?.registration.object.order ?? ObservedResolve.askingInTask,
        part: frame?.step.part ?? .factory, registryDepth: registry.depth,
        running: running, thread: thread.number)
    }.end(.built)
  }
}

extension Container {
  /// The resolver of a property wrapper: the given container, the one whose factory runs, or the main container.
  @usableFromInline
  @inline(never)
  static func injecting(_ container: Container?) -> any Resolver {
    if let container { return container }
    let thread = Resolution.current
    let top = thread.state.frames.count - 1
    if top >= 0 { return thread.state.frames[top].resolver.object }
    return AwaitedResolver.running ?? main
  }
}
