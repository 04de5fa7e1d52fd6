/// The reason why a container or a scope could not be closed, or not in order.
public struct CloseError: Error {
  /// A service whose action failed.
  public struct Failure: Sendable {
    let registration: Registration
    /// The error of the action.
    public let error: any Error

    /// The key of the service.
    public var key: ServiceKey { registration.key }
  }

  /// The kinds of failure.
  public enum Reason: Sendable {
    /// Everything is closed, but the actions of these services failed.
    case failures([Failure])
    /// Nothing was done, because the actions of these services need `closeAsync`: they are asynchronous, belong to another actor, or
    /// run in a task already.
    case needsAwait([ServiceKey])
    /// Nothing was done, because the caller builds this service for the container.
    case isBuilding(ServiceKey)
    /// No scope was closed, because the container is closed; the error says where.
    case containerClosed(ResolutionError)
  }

  /// The kind of failure.
  public let reason: Reason
  /// The services whose actions have run, in order, including the failed ones.
  public let ended: [ServiceKey]
  /// The scope, if not all of the container was to end.
  let scope: String?

  init(reason: Reason, ended: [ServiceKey] = [], of scope: String? = nil) {
    self.reason = reason
    self.ended = ended
    self.scope = scope
  }
}

// Beside the type: a linker takes the file of a conformance alone from no archive.
extension CloseError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String { text }
}
