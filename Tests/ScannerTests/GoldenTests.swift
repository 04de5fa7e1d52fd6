import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct GoldenTests {
  @Test(arguments: Golden.all)
  func `What is said and written for a case is what its file has`(_ golden: Golden) throws {
    let produced = golden.produced(by: golden.generate())
    if ProcessInfo.processInfo.environment["FACET_RECORD_GOLDENS"] != nil {
      try golden.record(produced)
    } else {
      #expect(produced == golden.expectation)
    }
  }
}
