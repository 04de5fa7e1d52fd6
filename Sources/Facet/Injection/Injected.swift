/// A property that gets its service when its object is made.
///
/// ```swift
/// final class Player {
///   @Injected var library: any Library
///   @Injected(name: "quiet") var speaker: Speaker
///   @Injected(argument: 3) var queue: Queue
/// }
/// ```
///
/// If a factory builds the object, the property is a part of that cycle: it gets the instances that the cycle shares, from the
/// container whose factory it is. Elsewhere it asks ``Container/main``. `container:` says otherwise. In an initializer,
/// `_library = Injected(container: container)` comes too late: <doc:InjectedProperties> says why, and what to write.
///
/// Assign to the property to replace the service, as a test does.
///
/// - Threads: as safe as any stored property: in an actor or a main-actor type, that protects it.
/// - Lifetime: the property holds its service, and no container.
@propertyWrapper
public struct Injected<Service> {
  /// The service.
  public var wrappedValue: Service

  /// The wrapper itself: `$library`.
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
  ///   - fileID: the file of the property.
  ///   - line: the line of the property.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason and the place of the
  ///   property.
  @_alwaysEmitIntoClient
  public init(
    name: String? = nil, container: Container? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    wrappedValue = Container.injecting(container).resolve(name: name, fileID: fileID, line: line)
  }

  /// Injects a service with arguments for its factory; their static types are part of the key.
  @_alwaysEmitIntoClient
  public init<each Argument>(
    name: String? = nil, container: Container? = nil, arguments: repeat each Argument,
    fileID: String = #fileID, line: Int = #line
  ) {
    wrappedValue = Container.injecting(container).resolve(
      name: name, arguments: repeat each arguments, fileID: fileID, line: line)
  }

  /// Injects a service with one argument; `argumentType` replaces its static type in the key.
  @_alwaysEmitIntoClient
  public init<Argument>(
    name: String? = nil, container: Container? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(name: name, container: container, arguments: argument, fileID: fileID, line: line)
  }

  /// Puts another service in the place of the injected one.
  ///
  /// - Parameter service: the service from now on.
  @_alwaysEmitIntoClient
  public mutating func replace(with service: Service) {
    wrappedValue = service
  }
}

extension Injected: Sendable where Service: Sendable {}
