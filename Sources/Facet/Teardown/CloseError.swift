/// Why a container could not be closed, or not in order.
public struct CloseError: Error {
  /// One service whose action failed.
  public struct Failure: Sendable {
    /// The key of the service.
    public let key: ServiceKey
    /// What the action threw; `nil` if the service was still being built.
    public let error: (any Error)?
  }

  /// The kinds of failure.
  public enum Reason: Sendable {
    /// The container is closed, and these services were not disposed of as they should.
    case failures([Failure])
    /// Nothing was done: these services are disposed of asynchronously, on an actor that the caller is not on, or in a child
    /// whose `close` is being awaited; or they are being built by `await` right now.
    case needsAwait([ServiceKey])
    /// Nothing was done: the caller builds this service for the container.
    case isBuilding(ServiceKey)
  }

  /// What went wrong.
  public let reason: Reason
}

extension CloseError: CustomStringConvertible {
  /// What went wrong, and how to fix it.
  public var description: String { reason.description }
}

extension CloseError.Reason: CustomStringConvertible {
  /// What went wrong, and how to fix it.
  public var description: String {
    switch self {
    case .failures(let failures):
      failures.map(\.description).joined(separator: "\n")
    case .needsAwait(let keys):
      Message(
        headline:
          "The container is not closed: \(keys.map(\.description).joined(separator: ", ")) must be awaited.",
        remedies: [
          "Call it in an asynchronous function: try await container.close()",
          "At the top level of main.swift: try await Task { try await container.close() }.value",
        ]
      ).text
    case .isBuilding(let key):
      Message(
        headline: "The container is not closed: it is building \(key) at the moment.",
        remedy: "close it outside of factories and completions."
      ).text
    }
  }
}

extension CloseError.Failure: CustomStringConvertible {
  /// The service, and what its action threw.
  public var description: String {
    guard let error else { return "\(key) was not disposed of: its build waits for the thread that closes." }
    return "\(key) was not disposed of: \(error)"
  }
}
