/// Why a service could not be resolved, as data and in words.
///
/// ```swift
/// do {
///   let tea = try container.require(Tea.self, name: "green")
/// } catch {
///   print(error.code)          // notRegistered
///   print(error)               // the whole message
/// }
/// ```
public struct ResolutionError: Error {
  /// The kinds of failure.
  public enum Code: String, Sendable {
    /// No registration matches the key.
    case notRegistered
    /// A service needs itself to be built.
    case loop
    /// A factory threw an error.
    case factoryFailed
    /// So many services are nested in one another that the stack is used up, a large one included.
    case tooDeep
    /// A `Lazy` or a `Provider` was used after its container was gone.
    case containerGone
  }

  /// A registration that resembles the key that was not found.
  public struct Neighbor: Sendable {
    /// Its key.
    public let key: ServiceKey
    /// Where it was written.
    public let location: CodeLocation
    /// The key that it forwards to, if it is a forward.
    public let target: ServiceKey?
    /// Whether it belongs to a child of the container that was asked, and so cannot be seen.
    public let isInChild: Bool
  }

  /// Behind one pointer, so that an error is as light to pass on as it is rare.
  private final class Details: Sendable {
    let code: Code
    let key: ServiceKey
    let path: [ServiceKey]
    let otherPath: [ServiceKey]
    let location: CodeLocation?
    let nearMisses: [Neighbor]
    let underlyingError: (any Error)?

    init(
      _ code: Code, _ key: ServiceKey, _ path: [ServiceKey], _ otherPath: [ServiceKey],
      _ location: CodeLocation?, _ nearMisses: [Neighbor], _ underlyingError: (any Error)?
    ) {
      self.code = code
      self.key = key
      self.path = path
      self.otherPath = otherPath
      self.location = location
      self.nearMisses = nearMisses
      self.underlyingError = underlyingError
    }
  }

  private let details: Details

  init(
    _ code: Code, key: ServiceKey, path: [ServiceKey], otherPath: [ServiceKey] = [],
    location: CodeLocation? = nil, nearMisses: [Neighbor] = [], underlyingError: (any Error)? = nil
  ) {
    details = Details(code, key, path, otherPath, location, nearMisses, underlyingError)
  }

  /// What kind of failure it is.
  public var code: Code { details.code }

  /// The key that could not be resolved.
  public var key: ServiceKey { details.key }

  /// The keys from the one that the program asked for to ``key``.
  public var path: [ServiceKey] { details.path }

  /// The path of the thread that waits for this one; for a loop that runs over two threads.
  public var otherPath: [ServiceKey] { details.otherPath }

  /// Where the service was registered; `nil` if it was not.
  public var location: CodeLocation? { details.location }

  /// The nearest registrations, the most similar first.
  public var nearMisses: [Neighbor] { details.nearMisses }

  /// What the factory threw.
  public var underlyingError: (any Error)? { details.underlyingError }
}

extension ResolutionError: CustomStringConvertible {
  /// The whole message: what, where, what is near, and how to mend it.
  public var description: String { ErrorMessage(self).text }
}
