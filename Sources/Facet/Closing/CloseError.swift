/// The reason why a container or a scope could not be closed, or not in order.
public struct CloseError: Error {
  /// One service whose action failed.
  public struct Failure: Sendable {
    /// The key of the service.
    public let key: ServiceKey
    /// The error of the action.
    public let error: any Error
  }

  /// The kinds of failure.
  public enum Reason: Sendable {
    /// Everything is closed, but the actions of these services failed.
    case failures([Failure])
    /// Nothing was done, because the actions of these services need `closeAsync`: they are asynchronous, or belong to another actor.
    case needsAwait([ServiceKey])
    /// Nothing was done, because the caller builds this service for the container.
    case isBuilding(ServiceKey)
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

extension CloseError {
  /// Throws if an end of one of these must be awaited.
  static func check(_ records: [Record]) throws(CloseError) {
    var keys: [ServiceKey] = []
    for record in records where record.settings.disposers.contains(where: { !$0.canRunHere }) {
      if !keys.contains(record.key) { keys.append(record.key) }
    }
    if !keys.isEmpty { throw CloseError(reason: .needsAwait(keys)) }
  }
}

extension CloseError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    let list = ended.map(\.description).joined(separator: ", ")
    return switch reason {
    case .failures: ended.isEmpty ? reason.text : "\(reason.text)\nEnded, in this order: \(list)"
    case .needsAwait, .isBuilding: reason.text
    }
  }
}

extension CloseError.Reason {
  /// The reason, and how to fix it.
  fileprivate var text: String {
    switch self {
    case .failures(let failures):
      failures.map(\.text).joined(separator: "\n")
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
    }
  }

  private func list(_ keys: [ServiceKey]) -> String { keys.map(\.description).joined(separator: ", ") }
}

extension CloseError.Failure {
  /// The service, and the error of its action.
  var text: String { "\(key) did not end: \(error)" }
}
