/// A property that resolves its service at first use, and keeps it.
///
/// ```swift
/// final class Player {
///   @LazyInjected var lyrics: Lyrics
/// }
/// player.$lyrics.isEmpty      // true: nothing is resolved yet
/// player.lyrics.show()
/// player.$lyrics.release()    // resolved anew at the next use
/// ```
///
/// The container is chosen when the object is made, as for ``Injected``. If a factory builds the object, the first use joins its top-level
/// resolve, as with ``Lazy``: objects of graph scope are used again, if another owner still holds them. After `release()`, a use belongs to
/// the top-level resolve that runs then.
///
/// Assign to the property to replace the service. Copies of a structure share its lazy service.
///
/// - Threads: safe from any thread. The service is built once, even if several threads read it first.
/// - Lifetime: the property keeps its container, unless the object was made during the build of a service that the container keeps.
@propertyWrapper
public struct LazyInjected<Service> {
  private let reference: InjectedReference<Service>

  /// The service, resolved at first use.
  ///
  /// - Precondition: the service can be resolved, and the container exists at the first use. If not, the program stops with the full reason
  ///   and the location of the property. ``require()`` throws the reason instead.
  public var wrappedValue: Service {
    get { reference.instance }
    nonmutating set { reference.replace(with: newValue) }
  }

  /// The wrapper itself: `$lyrics.release()`.
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

  /// Injects a service with one argument; `as:` replaces its static type in the key.
  @_alwaysEmitIntoClient
  public init<Argument>(
    name: String? = nil, container: Container? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(name: name, container: container, arguments: argument, fileID: fileID, line: line)
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
      of: Self.self, isWeak: false, ServiceKey(Service.self, signature: signature, name: name), arguments,
      from: container, at: location)
  }

  /// Returns the service, or throws the reason of the failure: `try $lyrics.require()`.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> Service {
    try reference.require().service(as: Service.self)
  }

  /// Whether there is no service, neither resolved nor assigned.
  public var isEmpty: Bool { reference.current == nil }

  /// Releases the service: the next use resolves a new one.
  public func release() {
    reference.release()
  }
}

extension LazyInjected: Sendable where Service: Sendable {}
