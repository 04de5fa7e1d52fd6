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

  /// What kind of failure it is.
  public let code: Code

  /// The key that could not be resolved.
  public let key: ServiceKey

  /// The keys from the one that the program asked for to ``key``.
  public let path: [ServiceKey]

  /// The path of the thread that waits for this one; for a loop that runs over two threads.
  public let otherPath: [ServiceKey]

  /// Where the service was registered; `nil` if it was not.
  public let location: CodeLocation?

  /// The nearest registrations, the most similar first.
  public let nearMisses: [Neighbor]

  /// What the factory threw.
  public let underlyingError: (any Error)?

  init(
    _ code: Code, key: ServiceKey, path: [ServiceKey], otherPath: [ServiceKey] = [],
    location: CodeLocation? = nil, nearMisses: [Neighbor] = [], underlyingError: (any Error)? = nil
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

extension ResolutionError: CustomStringConvertible {
  /// The whole message: what, where, what is near, and how to mend it.
  public var description: String { ErrorMessage(self).text }
}
