/// Resolves services.
///
/// Every factory receives a resolver.
///
/// A ``Container`` is a resolver. All ways to resolve are extensions of this protocol, so they are the same for a container and
/// for `any Resolver`.
///
/// A test can write its own resolver. It implements ``provide(_:name:arguments:)``, which every way to resolve calls:
///
/// ```swift
/// final class FakeResolver: Resolver {
///   func provide<Service, each Argument>(
///     _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
///   ) throws -> Service? {
///     Dog(name: "Fake") as? Service
///   }
/// }
/// ```
@preconcurrency
public protocol Resolver: AnyObject, Sendable {
  /// Provides one service. Implement it in your own resolver; call `resolve` or `require` instead.
  ///
  /// Every way to resolve calls this function, except `resolveAllByName`, which needs names. The function does not receive options. If it
  /// returns `nil` for an optional, it is called again for the wrapped type. If that is missing too, the optional is `nil`, without a failure.
  /// `require` of an optional asks for the wrapped type.
  ///
  /// - Parameters:
  ///   - serviceType: the requested type.
  ///   - name: the requested name.
  ///   - arguments: the arguments of the resolve.
  /// - Returns: the service, or `nil` if there is none.
  /// - Throws: any error, as the reason of the failure.
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service?
}

extension Resolver {
  /// Runs a part of an awaited build as a part of its graph.
  func joined<Result, Failure: Error>(
    _ body: (Resolution) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let awaited { return try awaited.joined(body) }
    return try body(Resolution.current)
  }
}
