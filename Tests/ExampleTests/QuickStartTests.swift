import FacetTestSupport
import Testing

@Suite("The quick start is true", .timeLimit(.minutes(20)))
struct QuickStartTests {
  @Test("The quick start runs to its end")
  func run() throws {
    let program = try Program(Program.built("quickstart"), [])
    #expect(program.output == "Oslo: sun, 24 degrees\ndisconnected\nBergen: sun, 24 degrees\n")
    #expect(program.exitCode == 0)
  }
}
