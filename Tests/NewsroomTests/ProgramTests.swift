import FacetTestSupport
import Foundation
import Testing

/// The program as a user starts it, with what it prints compared as a whole.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  private static func run(_ arguments: String...) throws -> Program {
    try Program(Program.built("newsroom"), arguments)
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private func golden(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appendingPathComponent("Goldens/\(name)"), encoding: .utf8)
  }

  @Test func `the samples`() throws {
    let program = try Self.run()
    #expect(program.exitCode == 0)
    #expect(program.output == (try golden("samples.txt")))
    #expect(program.errors == "")
  }

  @Test func `a folder with good and bad files`() throws {
    let program = try Self.run(Self.folder.appendingPathComponent("Feeds").path)
    #expect(program.exitCode == 1)
    #expect(program.output == (try golden("feeds.txt")))
    #expect(program.errors == (try golden("problems.txt")))
  }

  @Test func `a folder that is not there`() throws {
    let program = try Self.run("/no/such/folder")
    #expect(program.exitCode == 2)
    #expect(program.output == "")
    #expect(program.errors == "newsroom: '/no/such/folder' is no folder that can be read\n")
  }

  @Test func `wrong arguments, and a question for help`() throws {
    let (wrong, help) = (try Self.run("a", "b"), try Self.run("--help"))
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors == (try golden("usage.txt")))
    #expect(help.exitCode == 0)
    #expect(help.output == wrong.errors)
  }
}
