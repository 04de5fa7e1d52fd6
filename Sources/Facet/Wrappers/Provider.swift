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
/// Within a running cycle it joins that; else each time is a cycle of its own.
///
/// - Threads: safe from any thread.
/// - Lifetime: it keeps the container, unless it was handed to a service that the container itself keeps.
public final class Provider<Service>: Sendable {
  @usableFromInline
  let deferred: DeferredResolve

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// A service, resolved for this call.
  ///
  /// - Precondition: the service can be resolved, and the container is there. If not, the program stops with the full
  ///   reason. ``require()`` throws it instead.
  @_alwaysEmitIntoClient
  public var instance: Service {
    do { return try require() } catch { stop(error) }
  }

  /// Resolves a service, or throws the reason why that fails.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  @_alwaysEmitIntoClient
  public func require() throws(ResolutionError) -> Service {
    var service: Service?
    let error = withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot -> ResolutionError? in
      let result = slot.baseAddress.unsafelyUnwrapped
      if let error = deferred.resolve(Service.self, at: result, for: Self.self) { return error }
      service = result.move()
      return nil
    }
    if let error { throw error }
    return service.unsafelyUnwrapped
  }
}

extension Provider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static var isAlwaysResolvable: Bool { false }

  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome {
    guard let deferred = DeferredResolve(of: Service.self, target, joinsCycle: false) else { return .missing }
    return target.handOut(Provider(deferred), at: result)
  }
}

extension Provider: ContainerKeeper {
  func stopKeepingContainer() {
    deferred.stopKeepingContainer()
  }
}
