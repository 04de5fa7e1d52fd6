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
  /// Provides one service, for a resolver of your own; call `resolve` or `require` instead.
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

/// The container behind a ``Resolver``, borrowed for one resolve.
///
/// It counts no reference: the resolver keeps the container alive while it is used. A resolver of the user's own has none: it is asked itself.
@usableFromInline
struct ResolverBacking {
  @usableFromInline
  let registry: Borrowed<Registry>?
  /// What an asynchronous factory resolves by: a resolve joins its cycle before the container is asked.
  @usableFromInline
  let build: Borrowed<AwaitedBuild>?

  init(registry: Registry) {
    self.registry = Borrowed(registry)
    build = nil
  }

  init(build: AwaitedBuild) {
    registry = nil
    self.build = Borrowed(build)
  }

  init() {
    registry = nil
    build = nil
  }

  @_alwaysEmitIntoClient
  var isNone: Bool { registry == nil && build == nil }

  /// The registry that is asked in the end.
  @usableFromInline
  var asked: Borrowed<Registry>? { registry ?? build.map { build in build.read { Borrowed($0.registry) } } }
}
