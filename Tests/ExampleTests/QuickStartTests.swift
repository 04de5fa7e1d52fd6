import FacetTestSupport
import Testing

@Suite("The quick start is true", .timeLimit(.minutes(20)))
struct QuickStartTests {
  @Test("The quick start of the README is the end of the file that is compiled and run")
  func quickStart() throws {
    let block = try text("README.md").firstMatch(of: /```swift\n(struct WeatherAssembly(?:.|\n)+?)```/)
    let file = try text("Examples/QuickStart/Program/Weather.swift")
    #expect(file.hasSuffix(try #require(block).1))
  }

  @Test("The quick start runs to its end")
  func run() throws {
    let program = try Program(Program.built("quickstart"), [])
    #expect(program.output == "Oslo: sun, 24 degrees\ndisconnected\nBergen: sun, 24 degrees\n")
    #expect(program.exitCode == 0)
  }
}
