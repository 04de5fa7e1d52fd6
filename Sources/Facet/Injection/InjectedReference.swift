/// The service of a lazily injected property: how to resolve it, and what is there.
///
/// Shared by the copies of the property.
final class InjectedReference<Service>: @unchecked Sendable {
  // Unchecked for the service, which is as safe as its type; the property wrappers are sendable only if that is.

  /// What is there: a service, or a weak reference to one.
  private struct Content {
    var service: Service?
    weak var object: AnyObject?
    /// How often the service was replaced or released.
    var changes = 0
  }

  private let deferred: DeferredResolve
  private let isWeak: Bool
  private let location: CodeLocation
  private let turn = Turn()
  private let content = Guarded(Content())

  /// Prepares a resolve in the cycle that runs.
  init(
    _ name: String?, _ container: Container?, isWeak: Bool, _ signature: Any.Type?,
    _ arguments: Arguments?, _ location: CodeLocation
  ) {
    let container = Container.injecting(container)
    let thread = Thread.current
    deferred = DeferredResolve(
      WrapperTarget(
        registry: container.registry, signature: signature, name: name,
        arguments: signature == nil ? nil : arguments, thread: thread),
      joinsCycle: true)
    self.isWeak = isWeak
    self.location = location
    withExtendedLifetime(container) {}
  }

  /// What is there; nothing is resolved.
  var current: Service? {
    // The cast is user code for some types, so it runs outside the lock.
    let (service, object) = content.withLock { ($0.service, $0.object) }
    return service ?? object.flatMap { $0 as? Service }
  }

  /// The service, or the end of the program.
  var instance: Service {
    do { return try require() } catch { stop(error.description, at: location) }
  }

  /// The same, but `nil` if the container is gone.
  var instanceOfContainer: Service? {
    do { return try require() } catch {
      // A factory further down may have used another container that is gone.
      if error.code == .containerGone, error.key.serviceType == wrapper { return nil }
      stop(error.description, at: location)
    }
  }

  func require() throws(ResolutionError) -> Service {
    if let current { return current }
    let thread = Thread.current
    switch turn.take(for: thread, of: self) {
    case .own: throw loop([], thread)
    case .circle(let otherPath): throw loop(otherPath, thread)
    case .taken: break
    }
    defer { turn.giveBack(of: self) }
    // Another thread may have built it since the first look.
    if let current { return current }
    let changes = content.withLock { $0.changes }
    return keep(try deferred.resolve(Service.self, for: wrapper), since: changes)
  }

  /// Keeps what was resolved, unless something else was put in its place meanwhile, and gives what is there then.
  private func keep(_ service: Service, since changes: Int) -> Service {
    let object = isWeak ? reference(in: service) : nil
    let other = content.withLock { content -> (service: Service?, object: AnyObject?)? in
      guard content.changes == changes else { return (content.service, content.object) }
      if isWeak { content.object = object } else { content.service = service }
      return nil
    }
    return other.flatMap { $0.service ?? $0.object.flatMap { $0 as? Service } } ?? service
  }

  /// Puts a service in the place of the one that is there, or nothing.
  func replace(with service: Service?) {
    let object = isWeak ? service.flatMap { reference(in: $0) } : nil
    // Released outside the lock.
    let old = content.withLock { content in
      let old = content.service
      content.changes += 1
      content.service = isWeak ? nil : service
      content.object = object
      return old
    }
    _ = consume old
    if service == nil { deferred.leaveCycle() }
  }

  private var wrapper: Any.Type { isWeak ? WeakLazyInjected<Service>.self : LazyInjected<Service>.self }

  private func loop(_ otherPath: [ServiceKey], _ thread: Thread) -> ResolutionError {
    ResolutionError(.loop, key: ServiceKey(wrapper), enclosing: thread.path, otherPath: otherPath)
  }
}
