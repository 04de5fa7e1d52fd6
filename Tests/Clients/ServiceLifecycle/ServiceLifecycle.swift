/// Stands in for the module of that name: the declarations of it that the samples use.
public protocol Service: Sendable {
  func run() async throws
}

public func gracefulShutdown() async throws {
  try await Task.sleep(for: .seconds(3_600))
}
