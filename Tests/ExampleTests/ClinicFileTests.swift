import FacetTestSupport
import Foundation
import Testing

@Suite(
  "The clinic refuses a file that it cannot read, and a command line that it does not know",
  .timeLimit(.minutes(5)))
struct ClinicFileTests {
  @Test("A missing file is named")
  func missing() throws {
    try expect(
      runClinic("no-such-day.json"), code: 1,
      """
      "no-such-day.json": There is no such file.

      To fix this, give the path of a sheet.

      """)
  }

  @Test("A folder is no sheet")
  func folder() throws {
    let sheet = try TemporarySheet("{}")
    try expect(
      runClinic(".", folder: sheet.folder), code: 1,
      """
      ".": This is a folder.

      To fix this, give the path of a sheet in it.

      """)
  }

  @Test("A file that may not be read is named", .disabled(if: isSuperuser, "a superuser may read everything"))
  func forbidden() throws {
    let sheet = try TemporarySheet("{}")
    let file = sheet.folder.appending(path: "day.json").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    try expect(
      sheet.run(), code: 1,
      """
      "day.json": The file may not be read.

      To fix this, allow reading it: chmod +r.

      """)
  }

  @Test("Bytes that are no text are refused")
  func noText() throws {
    let sheet = try TemporarySheet(Data([0x7B, 0xFF, 0xFE, 0x7D]))
    try expect(
      sheet.run(), code: 1,
      """
      "day.json": The file is not a text in UTF-8.

      To fix this, save it as UTF-8.

      """)
  }

  @Test("A huge file is refused")
  func huge() throws {
    let sheet = try TemporarySheet(Data(repeating: UInt8(ascii: " "), count: 2 << 20))
    try expect(
      sheet.run(), code: 1,
      """
      "day.json": The file is larger than a sheet can be (1 MiB).

      To fix this, give the sheet of one day.

      """)
  }

  @Test("A name with control characters is written out")
  func controlCharacters() throws {
    try expect(
      runClinic("\u{1B}[31m.json"), code: 1,
      #"""
      "\u{1B}[31m.json": There is no such file.

      To fix this, give the path of a sheet.

      """#)
  }

  @Test("Two paths are too many", arguments: [["one.json", "two.json"]])
  func twoPaths(paths: [String]) throws {
    try expect(
      runClinic(paths[0], paths[1]), code: 64,
      "Only one sheet can be planned at a time; 2 were given.\n\n\(usage)")
  }

  @Test("An unknown option is named")
  func unknownOption() throws {
    try expect(runClinic("--bills"), code: 64, "There is no option \"--bills\".\n\n\(usage)")
  }

  @Test("Help is printed to standard output", arguments: ["--help", "-h"])
  func help(option: String) throws {
    let run = try runClinic(option)
    #expect(run.output == usage)
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  private let usage = """
    Usage: clinic [sheet.json]

    Prints the plan and the bills of a day at the clinic.

      sheet.json   the owners, animals and visits of the day; a sheet of the example's own if left out
      -h, --help   prints this text

    """

  private func expect(
    _ run: Program, code: Int32, _ errors: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.errors == errors, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.exitCode == code, sourceLocation: sourceLocation)
  }
}

private let isSuperuser = getuid() == 0
