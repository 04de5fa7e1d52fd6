/// A property that resolves its service at first use, and holds it weakly.
///
/// ```swift
/// final class Track {
///   @WeakLazyInjected var player: Player?
/// }
/// ```
///
/// The service is resolved once. When its last owner releases it, the property is `nil`, like a `weak` variable; after
/// `$player.release()` it is resolved again. In a circular dependency, the property finds the instance of its top-level resolve. The
/// container is chosen as for ``LazyInjected``.
///
/// A service that is a value is resolved at each use. Assign to the property to replace the service.
///
/// - Threads: safe from any thread. An object that another owner keeps is built once, even if several threads read it first.
/// - Lifetime: the property keeps its container, unless the object was made during the build of a service that the container keeps.
@propertyWrapper
public struct WeakLazyInjected<Service> {
  private let reference: InjectedReference<Service>

  /// The service, resolved at first use; `nil` once the service is gone, or its container is gone or closed.
  ///
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason and the location of the property.
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
  ///   - container: the container to use; by default the one whose factory builds the object, else the main one.
  ///   - fileID: the file of the property.
  ///   - line: the line of the property.
  @_alwaysEmitIntoClient
  public init(
    name: String? = nil, container: Container? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(name, from: container, nil, .none, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Injects a service with arguments for its factory; their static types are part of the key.
  @_alwaysEmitIntoClient
  public init<each Argument>(
    name: String? = nil, container: Container? = nil, arguments: repeat each Argument,
    fileID: String = #fileID, line: Int = #line
  ) {
    self = Arguments.with(repeat each arguments) { arguments in
      Self(
        name, from: container, argumentSignature(repeat (each Argument).self), arguments,
        at: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// The work of all initializers.
  ///
  /// The others are in a program only if it uses them.
  @usableFromInline
  init(
    _ name: String?, from container: Container?, _ signature: Any.Type?, _ arguments: Arguments,
    at location: CodeLocation
  ) {
    reference = InjectedReference(
      of: Self.self, isWeak: true, ServiceKey(Service.self, signature: signature, name: name), arguments,
      from: container, at: location)
  }

  /// Whether there is no service: not resolved yet, or released.
  public var isEmpty: Bool { reference.current == nil }

  /// Forgets the service: the next use resolves again.
  public func release() {
    reference.release()
  }
}

extension WeakLazyInjected: Sendable where Service: Sendable {}
