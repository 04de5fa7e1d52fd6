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
public final class AsyncLazy<Service>: @unchecked Sendable {
  // Unchecked for `service`: the build of the first use writes it, before that build is over, and it is read afterwards. From there it
  // goes to any task, as it does from the container.
  private let deferred: DeferredResolve
  private let use = FirstUse()
  private var service: Service?

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Returns the service, built at the first use, or throws the reason of the failure.
  ///
  /// The build goes on if a waiting task is cancelled; that task gets ``ResolutionError/Code/cancelled``. It is a loop if the service
  /// needs this lazy to be built.
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
