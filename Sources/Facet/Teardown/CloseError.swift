/// The reason why a container or a scope could not be closed, or not in order.
public struct CloseError: Error {
  /// One service whose action failed.
  public struct Failure: Sendable {
    /// The key of the service.
    public let key: ServiceKey
    /// The error of the action; `nil` if the service was still being built.
    public let error: (any Error)?
  }

  /// The kinds of failure.
  public enum Reason: Sendable {
    /// Everything is closed, but the actions of these services failed, or the services were still being built.
    case failures([Failure])
    /// Nothing was done, because these services need `closeAsync`.
    ///
    /// They end asynchronously, on another actor, or in a child whose `closeAsync` is running; or they are being built with `await` right now.
    case needsAwait([ServiceKey])
    /// Nothing was done, because the caller builds this service for the container.
    case isBuilding(ServiceKey)
    /// The time limit ended before these services had ended. The end goes on.
    ///
    /// The first of them is ending. The list is empty if the close was still waiting for a build.
    case timeout([ServiceKey])
  }

  /// The kind of failure.
  public let reason: Reason
  /// The services whose actions have run, in order, including the failed ones.
  public let ended: [ServiceKey]

  init(reason: Reason, ended: [ServiceKey] = []) {
    self.reason = reason
    self.ended = ended
  }
}

extension CloseError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    let list = ended.map(\.description).joined(separator: ", ")
    return switch reason {
    case .failures, .timeout: ended.isEmpty ? reason.description : "\(reason)\nEnded, in this order: \(list)"
    case .needsAwait, .isBuilding: reason.description
    }
  }
}

extension CloseError.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .failures(let failures):
      failures.map(\.description).joined(separator: "\n")
    case .needsAwait(let keys):
      Message(
        headline: "Nothing is closed: \(list(keys)) must be awaited.",
        remedy: "await the end: try await container.closeAsync()"
      ).text
    case .isBuilding(let key):
      Message(
        headline: "The container is not closed: it is building \(key) at the moment.",
        remedy: "close it outside of factories and completions."
      ).text
    case .timeout(let keys) where keys.isEmpty:
      "Time was up before a running build had ended. The close goes on; closeAsync() waits for it."
    case .timeout(let keys):
      "Time was up before \(list(keys)) had ended. The close goes on; closeAsync() waits for it."
    }
  }

  private func list(_ keys: [ServiceKey]) -> String { keys.map(\.description).joined(separator: ", ") }
}

extension CloseError.Failure: CustomStringConvertible {
  /// The service, and the error of its action.
  public var description: String {
    guard let error else { return "\(key) did not end: its build waits for the thread that closes." }
    return "\(key) did not end: \(error)"
  }
}
