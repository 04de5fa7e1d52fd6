import FacetTestSupport
import Foundation
import Testing

/// The program as a user starts it, with what it prints compared as a whole.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  private func run(_ arguments: String...) throws -> Program {
    try Program(Program.built("relay"), arguments)
  }

  @Test func `the sample logs`() throws {
    let program = try run()
    #expect(program.exitCode == 0)
    #expect(program.output == (try golden("samples.ndjson")))
    #expect(masked(program.errors) == (try golden("samples.txt")))
  }

  @Test func `a broken log is relayed as far as it can be read, and each other line is reported`() throws {
    let program = try run(log("broken.log"), "no-such.log")
    #expect(program.exitCode == 1)
    #expect(program.output == (try golden("broken.ndjson")))
    #expect(masked(program.errors) == (try golden("broken.txt")))
  }

  @Test func `a thousand broken lines are ten reports and a number`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "?\n", count: 1_000), to: "a.log")
    let program = try run(folder.path("a.log"))
    let reports = program.errors.split(separator: "\n").prefix { !$0.hasPrefix("lines") }
    #expect(program.exitCode == 1)
    #expect(reports.count == 11)
    #expect(reports.first == #"a.log:1: no stage can read "?""#)
    #expect(reports.last == "a.log: and 990 more lines that no stage can read")
  }

  @Test func `an output file gets all records, and is replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "out.ndjson")
    let program = try run("--lines", "9000", "--output", folder.path("out.ndjson"))
    #expect(program.exitCode == 0)
    #expect(program.output == "")
    let records = try folder.text(of: "out.ndjson").split(separator: "\n")
    #expect(program.errors.hasPrefix("lines    9000 read, \(records.count) written, "))
    let last = try #require(records.last)
    _ = try JSONSerialization.jsonObject(with: Data(last.utf8))
  }

  @Test func `an output that is read at the same time is refused, and not emptied`() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "a.log")
    let program = try run(folder.path("a.log"), "--output", folder.path("./a.log"))
    #expect(program.exitCode == 64)
    #expect(try folder.text(of: "a.log") == "precious")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk`() throws {
    let program = try run("--lines", "3", "--output", "/dev/full")
    #expect(program.exitCode == 1)
    #expect(masked(program.errors) == (try golden("full.txt")))
  }

  @Test func `an output that cannot be opened ends the run`() throws {
    let program = try run("--lines", "3", "--output", "/no/such/folder/out")
    #expect(program.exitCode == 1)
    #expect(
      program.errors.hasPrefix("relay: /no/such/folder/out: No such file or directory\nlines    0 read, "))
  }

  @Test func `a directory of teams that never answers is asked three times`() throws {
    let program = try run(log("broken.log"), "other.log", "--fail-every", "1")
    #expect(program.exitCode == 1)
    #expect(program.output == "")
    #expect(masked(program.errors) == (try golden("unanswered.txt")))
  }

  @Test func `a folder, and a line that is too long`() throws {
    let folder = try TemporaryFolder()
    try folder.write("\n" + String(repeating: "x", count: 2_000_000), to: "long.log")
    let program = try run("/", folder.path("long.log"))
    #expect(program.exitCode == 1)
    let reports = program.errors.split(separator: "\n").prefix { !$0.hasPrefix("lines") }
    #expect(
      reports == [
        "relay: /: Is a directory",
        "relay: long.log: line 2 is longer than 1 MiB; the file is not read from there on",
      ])
  }

  @Test func `wrong arguments, and a question for help`() throws {
    let help = try run("--help")
    #expect(help.exitCode == 0)
    #expect(help.output == (try golden("usage.txt")))
    for (arguments, problem) in [
      (["--bills"], "There is no option \"--bills\"."),
      (["--lines"], "A value is missing behind --lines."),
      (["--lines", "-3"], "Behind --lines should stand a number, not \"-3\"."),
    ] {
      let program = try Program(Program.built("relay"), arguments)
      #expect(program.exitCode == 64)
      #expect(program.errors == "\(problem)\n\n\(help.output)")
    }
  }
}
