import Facet
import Testing

private final class Step: Sendable {}

/// Long paths within a message.
@Suite(.timeLimit(.minutes(1))) struct PathTextTests {
  private let container = Container()

  /// The path of a message about `count` keys.
  private func path(of count: Int) throws -> String {
    for number in 1..<count {
      container.register(Step.self, name: "\(number)") { r in
        try r.require(Step.self, name: "\(number + 1)")
      }
    }
    let error = #expect(throws: ResolutionError.self) { try container.require(Step.self, name: "1") }
    #expect(error?.path.count == count)
    let lines = try #require(error?.description).split(separator: "\n").map(String.init)
    return try #require(lines.first { $0.hasPrefix("  Path:   ") })
  }

  private func steps(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "Step \"\($0)\"" }.joined(separator: " → ")
  }

  @Test func `a path of 24 keys is shown whole`() throws {
    #expect(try path(of: 24) == "  Path:   " + steps(1...24))
  }

  @Test func `of a path of 25 keys the two in the middle are counted`() throws {
    #expect(try path(of: 25) == "  Path:   " + steps(1...12) + " → (2 more) → " + steps(15...25))
  }

  @Test func `what is too deep shows both ends of its path`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess(afterSeconds: 30)
      let container = Container()
      container.register(Step.self, fileID: "Step.swift", line: 7) { (r, number: Int) in
        try r.require(Step.self, argument: number + 1)
      }
      runOnThread(stackSize: 1 << 20) { _ = container.resolve(Step.self, argument: 0) }
    }
    let text = try errorOutput(result).replacing(/\(\d+ more\)/, with: "(many more)")
    let dozen = Array(repeating: "Step", count: 12).joined(separator: " → ")
    let eleven = Array(repeating: "Step", count: 11).joined(separator: " → ")
    #expect(
      text == """
        'Step' with arguments (Int) is nested too deep to be built.

          Path:    \(dozen) → (many more) → \(eleven)
          Place:   registered at Step.swift:7

        To fix this, do one of:
          • End the recursion: every factory on the path needs the next one.
          • Ask for Lazy<Step> or Provider<Step> in one of the factories.

        """)
  }
}
