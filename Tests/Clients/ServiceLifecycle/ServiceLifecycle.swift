/// Stands in for the module of that name: the declarations of it that the samples use.
public protocol Service: Sendable {
  /// Runs until the program is to end.
  func run() async throws
}

/// Returns when the program is to end.
public func gracefulShutdown() async throws {
  try await Task.sleep(for: .seconds(3_600))
}
