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
public typealias AsyncProvider<Service, each Argument> = AsyncServiceProvider<
  Service, (repeat each Argument) -> Service, (repeat ArgumentType<each Argument>)
>

/// The class behind ``AsyncProvider``, whose documentation says how to use it.
public final class AsyncServiceProvider<Service, Call, Types>: Sendable {
  private let key: ServiceKey
  private let deferred: DeferredResolve

  fileprivate init(_ key: ServiceKey, _ deferred: DeferredResolve) {
    (self.key, self.deferred) = (key, deferred)
  }

  /// Resolves a service for this call, or throws the reason of the failure.
  ///
  /// - Parameter arguments: passed to the factory.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require<each Argument>(
    _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending Service where Call == (repeat each Argument) -> Service {
    let given = Types.self == Void.self ? nil : KeptArguments.keeping(repeat each arguments)
    let container = try deferred.container(of: Self.self, key)
    let instance = try await deferred.resolveAsync(key, given, from: container)
    return handedOver(instance.service(as: Service.self))
  }
}

extension AsyncServiceProvider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }
  static var argumentsAtUse: Any.Type? { argumentSignature(ofList: Types.self) }
  static var isAwaited: Bool { true }

  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer {
    deliver(Self(try request.key(of: Service.self, taking: argumentsAtUse), request.deferred), to: slot)
  }
}
