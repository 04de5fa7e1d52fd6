extension CloseError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    let list = ended.map(\.description).joined(separator: ", ")
    return switch reason {
    case .failures: ended.isEmpty ? reason.text : "\(reason.text)\nEnded, in this order: \(list)"
    case .needsAwait, .isBuilding, .containerClosed: reason.text
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
    case .containerClosed(let error): error.description
    }
  }

  private func list(_ keys: [ServiceKey]) -> String { keys.map(\.description).joined(separator: ", ") }
}

extension CloseError.Failure {
  /// The service, and the error of its action.
  var text: String { "\(key) did not end: \(error)" }
}
