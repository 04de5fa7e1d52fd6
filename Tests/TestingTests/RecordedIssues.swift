import FacetTestSupport
import Testing

/// Runs a function, and returns the issues that it records, which are then none of the running test.
func recordedIssues(in function: @Sendable () async throws -> Void) async throws -> [Issue] {
  let found = Locked<[Issue]>([])
  let collecting = IssueHandlingTrait.compactMapIssues { issue in
    found.withLock { $0.append(issue) }
    return nil
  }
  try await collecting.provideScope(
    for: try #require(Test.current), testCase: Test.Case.current, performing: function)
  return found.value
}

extension [Issue] {
  /// What they say.
  var texts: [String] { flatMap { $0.comments.map(\.rawValue) } }
}
