/// Resolves services: what a factory receives.
///
/// A ``Container`` is a resolver. All ways to resolve are extensions of this protocol, so they are the same for a container and
/// for `any Resolver`.
///
/// A test can write a resolver of its own. It implements ``provide(_:name:arguments:)``, which every way to resolve calls:
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
  /// What stands behind the resolver. Leave the default, unless you wrap a container: then hand over its own.
  var backing: ResolverBacking { get }

  /// Writes a service without a name to memory for it; gives the reason if there is no service. Leave the default.
  ///
  /// A requirement, so that a resolve is one call where it is written.
  ///
  /// - Parameters:
  ///   - serviceType: the type that is asked for.
  ///   - signature: identifies the types of the arguments; `nil` without any.
  ///   - arguments: where the arguments are.
  ///   - service: memory for an optional of the type, which is `nil`, and stays so after a failure.
  /// - Returns: the reason of a failure.
  func write(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    to service: UnsafeMutableRawPointer
  ) -> ResolutionError?

  /// Provides one service, for a resolver that has no container behind it.
  ///
  /// Every way to resolve calls it, except `resolveAllByName`, which needs names. An option that was asked for is not handed over. Where
  /// an optional is asked for and there is none, what it wraps is asked for: if that is missing, too, the optional is `nil`, and no failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type that is asked for.
  ///   - name: the name that is asked for.
  ///   - arguments: the arguments of the resolve.
  /// - Returns: the service, or `nil` if there is none.
  /// - Throws: any error, as the reason of the failure.
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service?
}

extension Resolver {
  /// Nothing: the resolver provides its services itself.
  public var backing: ResolverBacking { .none }

  /// Writes what the resolver's backing finds.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - signature: identifies the types of the arguments; `nil` without any.
  ///   - arguments: where the arguments are.
  ///   - service: memory for an optional of the type, which is `nil`.
  /// - Returns: the reason of a failure.
  public func write(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    to service: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    unsafe write(serviceType, signature, name: nil, arguments, to: service)
  }
}

/// The container behind a ``Resolver``, borrowed for one resolve.
///
/// It counts no reference: the resolver that hands it over keeps the container alive while it is used.
public struct ResolverBacking {
  @usableFromInline
  let registry: Borrowed<Registry>?
  /// What an asynchronous factory resolves by: a resolve joins its cycle before the container is asked.
  @usableFromInline
  let build: Borrowed<AwaitedBuild>?

  @usableFromInline
  init(registry: Registry) {
    self.registry = Borrowed(registry)
    build = nil
  }

  init(build: AwaitedBuild) {
    registry = nil
    self.build = Borrowed(build)
  }

  private init() {
    registry = nil
    build = nil
  }

  /// No container.
  public static var none: ResolverBacking { ResolverBacking() }

  @_alwaysEmitIntoClient
  var isNone: Bool { registry == nil && build == nil }

  /// The registry that is asked in the end.
  @usableFromInline
  var asked: Borrowed<Registry>? { registry ?? build.map { build in build.read { Borrowed($0.registry) } } }
}
