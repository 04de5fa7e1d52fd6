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
/// The container is chosen when the object is made, as for ``Injected``. If a factory builds the object, the first use joins that cycle, as
/// far as somebody still holds what it built. After `release()`, a use is part of the cycle that runs then.
///
/// Assign to the property to replace the service. Copies of a structure share its lazy service.
///
/// - Threads: safe from any thread; the service is built once, also when several read first.
/// - Lifetime: the property keeps its container, unless its object was made while the container built a service that it keeps.
@propertyWrapper
public struct LazyInjected<Service> {
  private let reference: InjectedReference<Service>

  /// The service, resolved at first use.
  ///
  /// - Precondition: the service can be resolved, and the container is there at first use. If not, the program stops with the full
  ///   reason and the place of the property. `$property.require()` throws it instead.
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
    reference = InjectedReference(name, container, isWeak: false, signature, arguments, location)
  }

  /// Whether no service is there: neither resolved nor assigned.
  public var isEmpty: Bool { reference.current == nil }

  /// Gives the service, or throws the reason of the failure.
  ///
  /// A failed build is not kept: the next use tries again.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> Service { try reference.require() }

  /// Puts another service in the place of the resolved one.
  ///
  /// - Parameter service: the service from now on.
  public func replace(with service: Service) {
    reference.replace(with: service)
  }

  /// Lets go of the service: the next use resolves anew.
  public func release() {
    reference.release()
  }
}

extension LazyInjected: Sendable where Service: Sendable {}
