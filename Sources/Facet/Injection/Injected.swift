/// A property that resolves its service when its object is made.
///
/// ```swift
/// final class Player {
///   @Injected var library: any Library
///   @Injected(name: "quiet") var speaker: Speaker
///   @Injected(argument: 3) var queue: Queue
/// }
/// ```
///
/// If a factory builds the object, the property resolves from the factory's container, and gets the instances that its
/// top-level resolve shares. Otherwise it uses ``Container/main``. `container:` overrides both. In an initializer,
/// `_library = Injected(container: container)` comes too late: <doc:InjectedProperties> explains the reason and the alternative.
///
/// Assign to the property to replace the service, for example in a test.
///
/// - Threads: as safe as any stored property; an actor or a main-actor type protects it.
/// - Lifetime: the property holds its service, but no container.
@frozen
@propertyWrapper
public struct Injected<Service> {
  /// `nil` only in a verification, which has noted why the service cannot be resolved.
  @usableFromInline
  var service: Service?

  /// The service.
  public var wrappedValue: Service {
    @_alwaysEmitIntoClient
    get {
      if let service { return service }
      InjectedProperty.stopEmpty(Service.self)
    }
    @_alwaysEmitIntoClient
    set { service = newValue }
  }

  /// Injects the service of the property's type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - container: the container to use; by default the one whose factory builds the object, else the main one.
  ///   - fileID: the file of the property.
  ///   - line: the line of the property.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason and the place of the
  ///   property.
  @_alwaysEmitIntoClient
  public init(
    name: String? = nil, container: Container? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    let resolver = Container.injecting(container)
    do { service = try resolver.find(Service.self, name: name, mayBeMissing: false) } catch {
      service = InjectedProperty.failed(error, by: resolver, fileID: fileID, line: line)
    }
  }

  /// Injects a service with arguments for its factory; their static types are part of the key.
  @_alwaysEmitIntoClient
  public init<each Argument>(
    name: String? = nil, container: Container? = nil, arguments: repeat each Argument,
    fileID: String = #fileID, line: Int = #line
  ) {
    let resolver = Container.injecting(container)
    do {
      service = try resolver.find(
        Service.self, name: name, mayBeMissing: false, arguments: repeat each arguments)
    } catch {
      service = InjectedProperty.failed(error, by: resolver, fileID: fileID, line: line)
    }
  }

  /// Injects a service with one argument; `as:` replaces its static type in the key.
  @_alwaysEmitIntoClient
  public init<Argument>(
    name: String? = nil, container: Container? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(name: name, container: container, arguments: argument, fileID: fileID, line: line)
  }
}

extension Injected: Sendable where Service: Sendable {}
