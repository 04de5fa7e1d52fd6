/// Stands in for the module of that name: the declarations of it that the samples use.
public protocol Service: Sendable {
  /// Runs until the program is to end.
  func run() async throws
}

/// Returns when the program is to end, and throws if the task is cancelled.
public func gracefulShutdown() async throws {
  try await Task.sleep(for: .seconds(3_600))
}

/// Cancels the operation when the program is to end.
public func cancelWhenGracefulShutdown<Result: Sendable>(
  _ operation: @Sendable @escaping () async throws -> Result
) async rethrows -> Result {
  try await operation()
}

extension Task where Success == Never, Failure == Never {
  /// Whether the program is to end.
  public static var isShuttingDownGracefully: Bool { false }
}
