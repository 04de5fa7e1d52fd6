import Foundation
import Testing

@Suite("The clinic plans a day", .timeLimit(.minutes(5)))
struct ClinicPlanTests {
  @Test("The shipped sheet gives the whole plan and all bills")
  func shippedSheet() throws {
    let run = try runClinic()
    #expect(run.output == (try golden("day.txt")))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test("Two runs print the same")
  func sameTwice() throws {
    #expect(try runClinic().output == runClinic().output)
  }

  @Test("A path plans another sheet; a wild animal is paid by the fund, a follow-up by nobody")
  func otherSheet() throws {
    let run = try TemporarySheet(SampleSheet().text).run()
    #expect(run.output == (try golden("sample.txt")))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test("A day of free visits has no bills")
  func freeDay() throws {
    let run = try TemporarySheet(SampleSheet(reason: "follow-up").text).run()
    #expect(run.output == (try golden("free.txt")))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test("A sheet without visits is a quiet day")
  func quietDay() throws {
    let run = try TemporarySheet(
      #"{ "date": "2025-05-14", "owners": [], "animals": [], "visits": [] }"#
    ).run()
    #expect(run.output == (try golden("quiet.txt")))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test("A byte order mark and Windows line ends change nothing")
  func windowsText() throws {
    let text = "\u{FEFF}" + SampleSheet().text.replacing("\n", with: "\r\n")
    let run = try TemporarySheet(text).run()
    #expect(run.output == (try golden("sample.txt")))
    #expect(run.exitCode == 0)
  }

  private func golden(_ name: String, file: String = #filePath) throws -> String {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Goldens/\(name)"), encoding: .utf8)
  }
}
