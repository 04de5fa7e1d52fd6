/// Resolves a service again at each call, with the arguments of the call.
///
/// A `Provider` resolves without its own registration when `Service` is registered. A `Provider<Die>` uses the name and the arguments with which it
/// was resolved:
///
/// ```swift
/// container.register(Game.self) { r in Game(makeDie: r.resolve(Provider<Die>.self)!) }
/// // in Game:
/// let die = makeDie()
/// ```
///
/// A `Provider<ViewModel, Int>` receives the arguments when it is called. It resolves when `ViewModel` is registered with an `Int`:
///
/// ```swift
/// container.register(ViewModel.self) { _, number in ViewModel(number: number) }
/// container.register(Router.self) { r in Router(makeModel: r.resolve(Provider<ViewModel, Int>.self)!) }
/// // in Router:
/// let model = makeModel(3)
/// ```
///
/// A call within a running top-level resolve belongs to that. Otherwise each call is a top-level resolve.
///
/// - Threads: safe from any thread.
/// - Lifetime: it keeps the container, unless it was resolved during the build of a service that the container keeps. A closure that captures
///   the resolver instead, `Router { id in r.resolve(ViewModel.self, argument: id)! }`, keeps the container forever if the container keeps
///   the `Router`.
public typealias Provider<Service, each Argument> = ServiceProvider<
  Service, (repeat each Argument) -> Service, (repeat ArgumentType<each Argument>)
>

/// The class behind ``Provider``, whose documentation says how to use it.
///
/// `Call` and `Types` are one type each, because older systems know no generic type with a list of types.
public final class ServiceProvider<Service, Call, Types>: Sendable {
  private let key: ServiceKey
  private let deferred: DeferredResolve

  fileprivate init(_ key: ServiceKey, _ deferred: DeferredResolve) {
    (self.key, self.deferred) = (key, deferred)
  }

  /// Resolves a service for this call.
  ///
  /// ```swift
  /// let model = makeModel(3)
  /// ```
  ///
  /// - Parameter arguments: passed to the factory.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved, and the container exists. If not, the program stops with the full reason.
  ///   ``require(_:)`` throws the reason instead.
  @_alwaysEmitIntoClient
  public func callAsFunction<each Argument>(_ arguments: repeat each Argument) -> sending Service
  where Call == (repeat each Argument) -> Service {
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
  public func require<each Argument>(
    _ arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service where Call == (repeat each Argument) -> Service {
    if Types.self == Void.self { return try service(nil) }
    // The closure states its error type, because the compiler would infer `any Error`.
    return handedOver(
      try Arguments.with(repeat each arguments) { arguments throws(ResolutionError) -> Service in
        try service(arguments)
      })
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  func service(_ arguments: Arguments?) throws(ResolutionError) -> sending Service {
    try Slot.fill { slot throws(ResolutionError) in try resolve(arguments, to: slot) }
  }
  @usableFromInline
  func resolve(_ arguments: Arguments?, to slot: Slot) throws(ResolutionError) -> Instance? {
    do throws(ResolutionError) {
      let container = try deferred.container(of: Self.self, key)
      return try deferred.resolve(key, arguments, from: container, to: slot).kept
    } catch {
      throw error.used(through: Self.self, at: Resolution.current.path.count)
    }
  }
}

extension ServiceProvider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }
  static var argumentsAtUse: Any.Type? { argumentSignature(ofList: Types.self) }

  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer {
    deliver(Self(try request.key(of: Service.self, taking: argumentsAtUse), request.deferred), to: slot)
  }
}
