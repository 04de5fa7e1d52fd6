import Facet
import FacetTestSupport
import Foundation
import Testing

/// How a path is told: whole up to 24 keys, beyond that with its two ends.
@Suite(.timeLimit(.minutes(20))) struct PathTextTests {
  /// The path to a missing service at the end of a chain, as the message tells it.
  private func path(of count: Int) -> String? {
    let container = Container()
    for number in 1..<count {
      container.register(Int.self, name: "\(number)") { r in try r.require(Int.self, name: "\(number + 1)") }
    }
    let error = #expect(throws: ResolutionError.self) { try container.require(Int.self, name: "1") }
    #expect(error?.path.count == count)
    return error?.description.split(separator: "\n").first { $0.hasPrefix("  Path:") }.map {
      $0.dropFirst(7).trimmingCharacters(in: .whitespaces)
    }
  }

  private func names(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "Int \"\($0)\"" }.joined(separator: " → ")
  }

  @Test(arguments: [23, 24]) func `a path of up to 24 keys is told whole`(count: Int) {
    #expect(path(of: count) == names(1...count))
  }

  @Test func `a path of 25 keys is told with its first twelve and its last eleven`() {
    #expect(path(of: 25) == names(1...12) + " → (2 more) → " + names(15...25))
  }

  @Test func `a recursion that is too deep is told with both ends of its path`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Int.self, fileID: "Deep.swift", line: 7) { (r, number: Int) in
        r.resolve(Int.self, argument: number + 1) ?? 7
      }
      guard
        ThreadRun(stackSize: 512 << 10, { container.resolve(Int.self, argument: 0) == 7 }).result == true
      else { fatalError("The recursion has no end.") }
    }
    let text = try errorOutput(result).replacing(/\([0-9]+ more\)/, with: "(some more)")
    let (first, last) = (Array(repeating: "Int", count: 12), Array(repeating: "Int", count: 11))
    #expect(text.utf8.count < 2000)
    #expect(
      text.prefix(2000) == """
        'Int' with arguments (Int) is nested too deep to be built.

          Path:    \((first + ["(some more)"] + last).joined(separator: " → "))
          Place:   registered at Deep.swift:7

        To fix this, do one of:
          • End the recursion: every service on the path needs the next one.
          • Ask for Provider<Int, Int>, by resolver.require(Provider<Int, Int>.self), in the factory of 'Int' with arguments (Int), and let the service keep that: it is used later, when all are built.
          • Resolve on a thread with a larger stack.

        """)
  }

  @Test func `an awaited recursion is ended by an awaited wrapper, and needs no larger stack`() async {
    let container = Container()
    container.register(Int.self) { (r, number: Int) async throws in
      try await r.requireAsync(Int.self, argument: number + 1)
    }
    let error = await #expect(throws: ResolutionError.self) {
      try await container.requireAsync(Int.self, argument: 0)
    }
    #expect(
      error.remedies == [
        "End the recursion: every service on the path needs the next one.",
        "Ask for AsyncProvider<Int, Int>, by resolver.require(AsyncProvider<Int, Int>.self), in the factory of 'Int' with arguments (Int), and let the service keep that: it is used later, when all are built.",
      ])
  }
}
