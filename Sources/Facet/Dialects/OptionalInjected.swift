/// A property that resolves its service when its object is made.
///
/// The property is `nil` if the service is not registered.
///
/// ```swift
/// final class Player {
///   @OptionalInjected var equalizer: Equalizer?
/// }
/// ```
///
/// A service that is not registered is no failure. If a registered service cannot be built, the property is `nil`,
/// and ``Container/failureHandler`` receives the reason. The container is chosen as for ``Injected``.
///
/// - Threads: as safe as any stored property; an actor or a main-actor type protects it.
/// - Lifetime: the property holds its service, but no container.
@frozen
@propertyWrapper
public struct OptionalInjected<Service> {
  /// The service, if there is one.
  public var wrappedValue: Service?

  /// Injects the service of the property's type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - container: the container to use; by default the one whose factory builds the object, else the main one.
  @_alwaysEmitIntoClient
  public init(
    name: String? = nil, container: Container? = nil
  ) {
    wrappedValue = Container.injecting(container).optional(name: name)
  }

  /// Injects a service with arguments for its factory; their static types are part of the key.
  @_alwaysEmitIntoClient
  public init<each Argument>(
    name: String? = nil, container: Container? = nil, arguments: repeat each Argument
  ) {
    wrappedValue = Container.injecting(container).optional(name: name, arguments: repeat each arguments)
  }
}

extension OptionalInjected: Sendable where Service: Sendable {}
