/// Resolves a service with `await` at each call, with the arguments of the call.
///
/// The asynchronous form of ``Provider``: it resolves without an `await` and without its own registration.
///
/// ```swift
/// container.register(Connection.self) { _, host async throws in try await Connection.open(host) }
/// container.register(Pool.self) { r in Pool(connect: r.resolve(AsyncProvider<Connection, String>.self)!) }
/// // in Pool:
/// let connection = try await connect.require("db.local")
/// ```
///
/// - Threads: safe from any task.
/// - Lifetime: it keeps the container, unless it was resolved during the build of a service that the container keeps.
public final class AsyncProvider<Service, each Argument>: Sendable {
  private let deferred: DeferredResolve

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Resolves a service for this call, or throws the reason of the failure.
  ///
  /// - Parameter arguments: passed to the factory.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require(
    _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending Service {
    handedOver(try await deferred.requireAsync(for: Self.self, repeat each arguments))
  }
}

extension AsyncProvider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static var argumentsAtUse: Any.Type? { Signature<repeat each Argument>.identity }

  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome {
    guard let target = target.taking(argumentsAtUse),
      let deferred = DeferredResolve(of: Service.self, target, joinsCycle: false)
    else { return .missing }
    slot.put(Self(deferred))
    return .built
  }
}
