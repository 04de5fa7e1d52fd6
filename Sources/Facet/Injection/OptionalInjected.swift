/// A property that gets its service when its object is made, or `nil` if it is not registered.
///
/// ```swift
/// final class Player {
///   @OptionalInjected var equalizer: Equalizer?
/// }
/// ```
///
/// A service that is not registered is no failure. One that cannot be built is, and the reason goes to
/// ``Container/failureHandler``; the property is `nil` then. The container is chosen as for ``Injected``.
///
/// - Threads: as safe as any stored property: in an actor or a main-actor type, that protects it.
/// - Lifetime: the property holds its service, and no container.
@propertyWrapper
public struct OptionalInjected<Service> {
  /// The service, if there is one.
  public var wrappedValue: Service?

  /// The wrapper itself: `$equalizer.isEmpty`.
  @_alwaysEmitIntoClient
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Injects the service of the property's type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - container: the container to ask; if left out, the one whose factory builds the object, else the main one.
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

  /// Injects a service with one argument; `argumentType` replaces its static type in the key.
  @_alwaysEmitIntoClient
  public init<Argument>(
    name: String? = nil, container: Container? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) {
    self.init(name: name, container: container, arguments: argument)
  }

  /// Whether there is no service.
  @_alwaysEmitIntoClient
  public var isEmpty: Bool { wrappedValue == nil }

  /// Puts another service in the place of the injected one.
  ///
  /// - Parameter service: the service from now on.
  @_alwaysEmitIntoClient
  public mutating func replace(with service: Service) {
    wrappedValue = service
  }

  /// Lets go of the service: the property is `nil`.
  @_alwaysEmitIntoClient
  public mutating func release() {
    wrappedValue = nil
  }
}

extension OptionalInjected: Sendable where Service: Sendable {}
