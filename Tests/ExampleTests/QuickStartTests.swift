import FacetTestSupport
import Foundation
import Testing

@Suite("The quick start is true", .timeLimit(.minutes(5)))
struct QuickStartTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "The quick start of the README is the one that is compiled and run",
    arguments: [
      "Examples/QuickStart/Program/Weather.swift", "Examples/QuickStart/Tests/WeatherTests.swift",
    ])
  func quickStart(path: String) throws {
    #expect(try Self.text("README.md").contains("```swift\n\(Self.text(path))```"))
  }

  @Test("The quick start runs to its end")
  func run() throws {
    let program = try Program(Program.built("quickstart"), [], in: Self.root)
    #expect(program.output == "Oslo: sun, 24 degrees\ndisconnected\n")
    #expect(program.exitCode == 0)
  }
}
