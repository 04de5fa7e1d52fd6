/// Resolves a service by `await` at first use, once.
///
/// The relative of ``Lazy`` for a service that must be awaited: it resolves without an `await` and without a registration of its own when
/// `Service` is registered, and builds nothing.
///
/// ```swift
/// container.register(Reports.self) { r in Reports(database: r.resolve(AsyncLazy<Database>.self)!) }
/// // in Reports:
/// let rows = try await database.require().rows
/// ```
///
/// - Threads: safe from any task. Tasks that use it at the same time get one instance; a failed build is not kept.
/// - Lifetime: it keeps the container until the service is there, unless it was handed out while the container built a service that it
///   keeps.
public final class AsyncLazy<Service>: @unchecked Sendable {
  // Unchecked for `service`: it is written by the build of the first use, before that is over, and read afterwards. From there it goes to
  // any task, as it does from the container.
  private let deferred: DeferredResolve
  private let use = FirstUse()
  private var service: Service?

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Gives the service, built at the first use, or throws the reason of the failure.
  ///
  /// The build goes on if a task that waits for it is cancelled: that one gets ``ResolutionError/Code/cancelled``. A service
  /// that needs this very lazy to be built is a loop.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require() async throws(ResolutionError) -> sending Service {
    try await use.finish(
      failure: { deferred.error($0, for: Service.self) },
      build: { [self] () throws(ResolutionError) in
        let service: Service = try await deferred.requireAsync(for: AsyncLazy.self)
        self.service = service
        deferred.end()
      })
    return service!
  }
}

extension AsyncLazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome {
    guard let deferred = DeferredResolve(of: Service.self, target, joinsCycle: true) else { return .missing }
    slot.put(AsyncLazy(deferred))
    return .built
  }
}
