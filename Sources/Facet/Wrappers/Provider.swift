/// Resolves a service anew each time it is asked, with arguments that are given then.
///
/// Resolves without a registration of its own when `Service` is registered. A `Provider<Die>` takes the name and the arguments with which
/// it was resolved itself:
///
/// ```swift
/// container.register(Game.self) { r in Game(makeDie: r.resolve(Provider<Die>.self)!) }
/// // in Game:
/// let die = makeDie()
/// ```
///
/// A `Provider<ViewModel, Int>` takes the arguments when it is used. It resolves when `ViewModel` is registered with an `Int`:
///
/// ```swift
/// container.register(ViewModel.self) { _, number in ViewModel(number: number) }
/// container.register(Router.self) { r in Router(makeModel: r.resolve(Provider<ViewModel, Int>.self)!) }
/// // in Router:
/// let model = makeModel(3)
/// ```
///
/// Within a running cycle it joins that; else each time is a cycle of its own.
///
/// - Threads: safe from any thread.
/// - Lifetime: it keeps the container, unless it was handed out while the container built a service that it keeps. A closure that captures
///   the resolver instead, `Router { id in r.resolve(ViewModel.self, argument: id)! }`, keeps the container for ever if the container
///   keeps the `Router`.
public final class Provider<Service, each Argument>: Sendable {
  @usableFromInline
  let deferred: DeferredResolve

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Resolves a service for this call.
  ///
  /// ```swift
  /// let model = makeModel(3)
  /// ```
  ///
  /// - Parameter arguments: passed to the factory.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved, and the container is there. If not, the program stops with the full
  ///   reason. ``require(_:)`` throws it instead.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ arguments: repeat each Argument) -> sending Service {
    do { return try require(repeat each arguments) } catch { stop(error) }
  }

  /// Resolves a service for this call, or throws the reason of the failure.
  ///
  /// ```swift
  /// let model = try makeModel.require(3)
  /// ```
  ///
  /// - Parameter arguments: passed to the factory.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  @_alwaysEmitIntoClient
  public func require(_ arguments: repeat each Argument) throws(ResolutionError) -> sending Service {
    if Signature<repeat each Argument>.isEmpty { return try deferred.resolve(Service.self, for: Self.self) }
    // A closure that throws one type of error, for what the compiler infers is any.
    return handedOver(
      unsafe try withUnsafePointer(to: (repeat each arguments)) {
        tuple throws(ResolutionError) -> Service in
        unsafe try deferred.resolve(Service.self, Arguments(tuple), for: Self.self)
      })
  }
}

extension Provider where repeat each Argument: NoArgument {
  /// A service, resolved for this call: the name that the call of a provider, `makeDie()`, has in Swinject.
  ///
  /// - Precondition: the service can be resolved, and the container is there. If not, the program stops with the full
  ///   reason. ``require(_:)`` throws it instead.
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public var instance: Service {
    do { return try deferred.resolve(Service.self, for: Self.self) } catch { stop(error) }
  }
}

/// What each argument of a provider would be that has none: nothing conforms to it.
///
/// So what is declared only for such providers does not compile for those that take arguments.
public protocol NoArgument {}

extension Provider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static var argumentsAtUse: Any.Type? { Signature<repeat each Argument>.identity }

  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome {
    // `Self` is at hand: to look a type with a pack up takes some 30 ns each time.
    guard let target = target.taking(argumentsAtUse),
      let deferred = DeferredResolve(of: Service.self, target, joinsCycle: false)
    else { return .missing }
    slot.put(Self(deferred))
    return .built
  }
}
