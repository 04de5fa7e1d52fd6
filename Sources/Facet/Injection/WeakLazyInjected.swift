/// A property that resolves its service at first use, and does not keep it alive.
///
/// ```swift
/// final class Track {
///   @WeakLazyInjected var player: Player?
/// }
/// ```
///
/// The service is resolved once. When nobody holds it any more, the property is `nil`, as a `weak` variable is; `$player.require()` and
/// `$player.release()` resolve anew. In a cycle of services that know one another, the property finds the one that
/// the cycle built. The container is chosen as for ``LazyInjected``.
///
/// A service that is no object is resolved at each use. Assign to the property to replace the service.
///
/// - Threads: safe from any thread; an object that is kept elsewhere is built once, also when several threads read first.
/// - Lifetime: the property keeps its container, unless its object was made while the container built a service that it keeps.
@propertyWrapper
public struct WeakLazyInjected<Service> {
  private let reference: InjectedReference<Service>

  /// The service, resolved at first use; `nil` once it is gone, or its container.
  ///
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason and the place of the property.
  ///   `$property.require()` throws it instead.
  public var wrappedValue: Service? {
    get { reference.instanceIfThere }
    nonmutating set { reference.replace(with: newValue) }
  }

  /// The wrapper itself: `$player.isEmpty`.
  public var projectedValue: Self { self }

  /// Injects the service of the property's type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - container: the container to ask; if left out, the one whose factory builds the object, else the main one.
  ///   - fileID: the file of the property.
  ///   - line: the line of the property.
  @_alwaysEmitIntoClient
  public init(
    name: String? = nil, container: Container? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(name, container, nil, nil, CodeLocation(fileID: fileID, line: line))
  }

  /// Injects a service with arguments for its factory; their static types are part of the key.
  @_alwaysEmitIntoClient
  public init<each Argument>(
    name: String? = nil, container: Container? = nil, arguments: repeat each Argument,
    fileID: String = #fileID, line: Int = #line
  ) {
    self = unsafe withUnsafePointer(to: (repeat each arguments)) { arguments in
      Self(
        name, container, Signature<repeat each Argument>.identity, unsafe Arguments(arguments),
        CodeLocation(fileID: fileID, line: line))
    }
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

  /// What all initialisers do: the others are in a program only if it uses them.
  @usableFromInline
  init(
    _ name: String?, _ container: Container?, _ signature: Any.Type?, _ arguments: Arguments?,
    _ location: CodeLocation
  ) {
    reference = InjectedReference(name, container, isWeak: true, signature, arguments, location)
  }

  /// Whether no service is there: not yet, or no more.
  public var isEmpty: Bool { reference.current == nil }

  /// Gives the service, or throws the reason why it cannot be built; resolves anew if it is gone.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> Service { try reference.require() }

  /// Puts another service in the place of the resolved one.
  ///
  /// - Parameter service: the service from now on, which somebody else keeps alive.
  public func replace(with service: Service) {
    reference.replace(with: service)
  }

  /// Forgets the service: the next use resolves anew.
  public func release() {
    reference.release()
  }
}

extension WeakLazyInjected: Sendable where Service: Sendable {}
