/// Resolves a service with `await` at first use, once.
///
/// The asynchronous form of ``Lazy``. It resolves without an `await` and without its own registration when `Service` is registered. Resolving it
/// builds nothing.
///
/// ```swift
/// container.register(Reports.self) { r in Reports(database: r.resolve(AsyncLazy<Database>.self)!) }
/// // in Reports:
/// let rows = try await database.require().rows
/// ```
///
/// - Threads: safe from any task. Tasks that use it at the same time get one instance. A failed build is not kept.
/// - Lifetime: it keeps the container until the service is built, unless it was resolved during the build of a service that the container keeps.
public final class AsyncLazy<Service>: Sendable {
  private let lazily: LazyResolve

  fileprivate init(_ lazily: LazyResolve) { self.lazily = lazily }

  /// Returns the service, built at the first use, or throws the reason of the failure.
  ///
  /// The service is built in the task that uses it first. If that task is cancelled, and the factory stops, the next use builds it. A task that is
  /// cancelled while it waits for another one gets ``ResolutionError/Code/cancelled``. It is a loop if the service
  /// needs this lazy to be built.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require() async throws(ResolutionError) -> sending Service {
    handedOver(try await lazily.requireAsync().service(as: Service.self))
  }
}

extension AsyncLazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }
  static var keepsService: Bool { true }
  static var isAwaited: Bool { true }

  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer {
    let key = try request.key(of: Service.self)
    return deliver(
      AsyncLazy(LazyResolve(LazyResolve.Kind(wrapper: AsyncLazy.self), key, request.deferred)), to: slot)
  }
}
