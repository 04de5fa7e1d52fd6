extension CloseError {
  var text: String {
    switch reason {
    case .failures(let failures): text(of: failures)
    case .needsAwait(let keys):
      Message(
        headline: "Nothing is closed: \(list(keys)) must be awaited.", remedy: "await the end: \(awaitedCall)"
      ).text
    case .isBuilding(let key):
      Message(
        headline: "The container is not closed: it is building \(key) at the moment.",
        remedy: "close it outside of factories and completions."
      ).text
    case .containerClosed(let error): error.description
    }
  }

  private func text(of failures: [Failure]) -> String {
    let names = TypeNames(of: failures.map(\.key))
    let width = failures.map { names.text(for: $0.key).count }.max() ?? 0
    return Message(
      headline: failures.map(\.text).joined(separator: "\n"),
      facts: failures.enumerated().map { number, failure in
        let key = Message.column(names.text(for: failure.key), width)
        let label = number > 0 ? "" : failures.count == 1 ? "Place:" : "Places:"
        return (label, "\(key)registered at \(failure.registration.record.location)")
      } + (ended.isEmpty ? [] : [("Ended:", "\(list(ended)), in this order")]),
      remedies: ["Fix what the onClose reports.", "Catch the error in the onClose."]
    ).text
  }

  /// A scope of the user's has a description, which may not be its name.
  private var awaitedCall: String {
    guard let scope else { return "try await container.closeAsync()" }
    let isName = scope.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && scope.first?.isLetter == true
    return isName
      ? "try await container.closeAsync(.\(scope))"
      : "try await container.closeAsync(…), with the same scope."
  }

  private func list(_ keys: [ServiceKey]) -> String { keys.map(\.description).joined(separator: ", ") }
}

extension CloseError.Failure {
  /// The service, and the error of its action.
  var text: String { "\(key) did not end: \(error)" }
}
