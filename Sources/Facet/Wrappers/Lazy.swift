/// Resolves a service at first use, and keeps it.
///
/// A `Lazy` resolves without its own registration when `Service` is registered with the same name and arguments.
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
  private let lazily: LazyResolve

  fileprivate init(_ lazily: LazyResolve) { self.lazily = lazily }

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
    handedOver(try lazily.require().service(as: Service.self))
  }
}

extension Lazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }
  static var keepsService: Bool { true }

  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer {
    let key = try request.key(of: Service.self)
    return deliver(Lazy(LazyResolve(LazyResolve.Kind(wrapper: Lazy.self), key, request.deferred)), to: slot)
  }
}
