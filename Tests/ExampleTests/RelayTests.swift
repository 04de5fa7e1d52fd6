import FacetTestSupport
import Foundation
import Testing

/// The relay as a user starts it, with what it prints compared as a whole.
@Suite(.timeLimit(.minutes(20))) struct RelayTests {
  private func run(_ arguments: String...) throws -> Program {
    try Program(Program.built("relay"), arguments)
  }

  /// The text without its times, which are others in each run.
  private func masked(_ text: String) -> String { text.replacing(/\d+\.\d+ s/, with: "# s") }

  @Test func `the sample logs`() throws {
    let program = try run()
    #expect(program.exitCode == 0)
    #expect(program.output == (try golden("samples.ndjson")))
    #expect(masked(program.errors) == (try golden("samples.txt")))
  }

  @Test func `a broken log is relayed as far as it can be read, and each other line is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ::1 - - [14/Mar/2026:10:30:00 +0100] "GET /pay HTTP/1.1" 200 -\r
      ::1 - - [31/Feb/2026:10:30:04 +0100] "GET /tickets HTTP/1.1" 200 2048

      Dear reader
      """, to: "broken.log")
    let program = try run(folder.file("broken.log").path, "no-such.log")
    #expect(program.exitCode == 1)
    #expect(
      program.output == """
        {"client":"::1","line":1,"method":"GET","path":"/pay","source":"broken.log","status":200,"team":"payments","time":"2026-03-14T09:30:00Z"}

        """)
    #expect(
      masked(program.errors) == """
        broken.log:2: no stage can read "::1 - - [31/Feb/2026:10:30:04 +0100] \\"GET /tickets HTTP/1.1\\"" …
        broken.log:4: no stage can read "Dear reader"
        relay: no-such.log: No such file or directory
        lines    4 read, 1 written, 1 dropped, 2 rejected
        retries  0
        stages   access log # s, noise # s, team # s
        time     # s

        """)
  }

  @Test func `an output that is read at the same time is refused, and not emptied`() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "a.log")
    let program = try run(folder.file("a.log").path, "--output", folder.file("./a.log").path)
    #expect(program.exitCode == 64)
    #expect(try folder.text(of: "a.log") == "precious")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk ends the run, and is told`() throws {
    let program = try run("--output", "/dev/full")
    #expect(program.exitCode == 1)
    #expect(
      program.errors.hasPrefix("relay: /dev/full: No space left on device\nweb-1.log: lines 1 to 5 are not"))
  }

  @Test func `a directory of teams that never answers is asked three times`() throws {
    let program = try run("--fail-every", "1")
    #expect(program.exitCode == 1)
    #expect(program.output == "")
    #expect(program.errors.contains("retries  2\n"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it in order`(signal: Int32) throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = Program.built("relay")
    process.arguments = ["-"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data("::1 - - [14/Mar/2026:10:30:00 +0100] \"GET / HTTP/1.1\" 200 -\nhalf".utf8))
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasSuffix("Z\"}\n"))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + signal)
    #expect(process.terminationReason == .exit)
  }
}
