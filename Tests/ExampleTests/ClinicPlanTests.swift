import FacetTestSupport
import Foundation
import Testing

@Suite("The clinic plans a day", .timeLimit(.minutes(20)))
struct ClinicPlanTests {
  private static let day = root.appending(path: "Examples/Clinic/Data/day.json")

  @Test("The shipped sheet gives the whole plan and all bills")
  func shippedSheet() throws {
    let run = try Program(Program.built("clinic"), [])
    #expect(run.output == (try golden("day.txt")))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test(
    "A sheet that is wrong is refused, with the place and the reason",
    arguments: [
      (
        #""dental""#, #""dentle""#,
        "visits[2].reason: Cannot initialize Reason from invalid String value dentle"
      ),
      (#""time": "09:30""#, #""time": "noon""#, "visits[2].time: There is no such time."),
      (#""date": "2025-05-14","#, "", "The field 'date' is missing."),
      (#""owner": "lin""#, #""owner": "lon""#, "Clover: no owner has the id 'lon'."),
      (
        #""time": "09:00""#, #""time": "08:40""#,
        "The visit at 08:40–09:00 begins before that at 08:30–08:50 ends."
      ),
    ])
  func refused(old: String, new: String, problem: String) throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOf: Self.day, encoding: .utf8)
    #expect(text.contains(old))
    try folder.write(
      text.replacing(old, with: new, maxReplacements: 1), to: "day.json")
    let run = try Program(Program.built("clinic"), [folder.file("day.json").path])
    #expect(run.errors == "\(folder.file("day.json").path): \(problem)\n")
    #expect(run.output == "")
    #expect(run.exitCode == 1)
  }
}
