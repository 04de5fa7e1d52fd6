import FacetTestSupport
import Testing

/// Runs each test of a suite on a queue of its own: what waits for a thread there holds none of the pool.
struct OffPool: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor()) { try await function() }
  }
}

extension Trait where Self == OffPool {
  /// Tests that block their thread.
  static var offPool: OffPool { OffPool() }
}
