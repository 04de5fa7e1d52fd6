/// Resolves a service anew each time it is asked.
///
/// Resolves without a registration of its own when `Service` is registered, with the same name and arguments.
///
/// ```swift
/// container.register(Game.self) { r in Game(makeDie: r.resolve(Provider<Die>.self)!) }
/// // in Game:
/// let die = makeDie.instance
/// ```
///
/// Each time is a resolution cycle of its own. The container is not kept alive.
///
/// - Threads: safe from any thread.
public final class Provider<Service>: Sendable {
  private let deferred: DeferredResolution<Service>

  fileprivate init(_ deferred: DeferredResolution<Service>) {
    self.deferred = deferred
  }

  /// A service, resolved for this call.
  ///
  /// - Precondition: the service can be resolved, and the container is there. If not, the program stops with the full
  ///   reason. ``require()`` throws it instead.
  public var instance: Service {
    do { return try require() } catch { stop(error.description) }
  }

  /// Resolves a service, or throws the reason why that fails.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> Service {
    try deferred.resolve(in: GraphIdentifier(), for: Self.self)
  }
}

extension Provider: ServiceWrapper {
  typealias Wrapped = Service

  static var isAlwaysResolvable: Bool { false }

  static func wrap<each Argument>(
    from container: Container, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Provider<Service> {
    Provider(
      try DeferredResolution(from: container, name: name, arguments: repeat each arguments))
  }
}
