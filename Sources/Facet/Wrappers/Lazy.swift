/// Resolves a service at first use, and keeps it.
///
/// It resolves without its own registration when `Service` is registered with the same name and arguments.
///
/// ```swift
/// container.register(Clinic.self) { r in Clinic(billing: r.resolve(Lazy<Billing>.self)!) }
/// // in Clinic, when the first bill is due:
/// billing.value.send(bill)
/// ```
///
/// A lazy service that was resolved inside a top-level resolve joins that: it uses the objects of graph scope again that were built without
/// arguments, if another owner still holds them.
///
/// - Threads: safe from any thread. The service is built once, even if several threads use it at the same time.
/// - Lifetime: it keeps the container until it is used, unless it was resolved during the build of a service that the container keeps.
public final class Lazy<Service>: Sendable {
  private let deferred: DeferredResolve
  /// In no table: it makes threads wait for the one that builds, and finds loops, as every shared service does.
  private let record: Record

  fileprivate init(_ deferred: DeferredResolve, _ registry: Registry) {
    self.deferred = deferred
    record = Record(
      unregistered: deferred.key(Lazy.self), .container, registry,
      Recipe { _, _, _ in try deferred.resolve(Service.self, for: Lazy.self) })
  }

  /// The service, built at first use.
  ///
  /// - Precondition: the service can be resolved, and the container exists at the first use. If not, the program stops with the
  ///   full reason. ``require()`` throws the reason instead.
  public var value: Service {
    do { return try require() } catch { stop(error) }
  }

  /// Returns the service, or throws the reason of the failure.
  ///
  /// A failed build is not kept: the next use tries again.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> sending Service {
    if let kept = record.keptNow { return handedOver(kept.service(as: Service.self)) }
    let instance = try record.builtOnce(holding: deferred, for: Lazy.self)
    deferred.end()
    return handedOver(instance.service(as: Service.self))
  }
}

extension Record {
  var keptNow: Instance? { owner.contents.withLock { _ in kept } }
  /// Builds an unregistered service, or waits for who builds it.
  func builtOnce(holding deferred: DeferredResolve, for wrapper: Any.Type) throws(ResolutionError) -> Instance
  {
    let container: Container
    do throws(ResolutionError) { container = try deferred.existingContainer(for: wrapper) } catch {
      // Another thread may have used it since.
      if let kept = keptNow { return kept }
      throw error
    }
    defer { withExtendedLifetime(container) {} }
    let thread = Resolution.current
    thread.enter()
    defer { thread.leave() }
    return try shared(Found(self, mode, Borrowed(owner)), thread, .none)!
  }
}

extension Lazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }
  static var keepsService: Bool { true }

  static func wrap(_ request: WrapperRequest, _ slot: Slot?) throws(ResolutionError) -> Instance? {
    let deferred = try DeferredResolve(request, of: Service.self, joinsGraph: true)
    return deliver(Lazy(deferred, request.container.registry), to: slot)
  }
}
