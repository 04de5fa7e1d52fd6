import Testing

@testable import NewsroomKit

/// Dates as feeds write them.
@Suite(.timeLimit(.minutes(5))) struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "1970-01-01 00:00"), ("2026-03-14T10:30:00+01:00", "2026-03-14 09:30"),
    ("2024-02-29t23:59:60.25z", "2024-03-01 00:00"), ("1999-12-31T23:59:59-00:30", "2000-01-01 00:29"),
    ("1969-12-31T23:00:00Z", "1969-12-31 23:00"), ("2000-02-29T00:00:00Z", "2000-02-29 00:00"),
  ]) func `of Atom and JSON feeds`(text: String, meaning: String) {
    #expect(Timestamp(internetDate: text)?.description == meaning)
  }

  @Test(arguments: [
    ("Sat, 14 Mar 2026 10:30:00 +0100", "2026-03-14 09:30"), ("1 Jan 70 00:00 GMT", "1970-01-01 00:00"),
    ("Sun, 06 Nov 1994 08:49:37 EST", "1994-11-06 13:49"), ("14 Mar 26 10:30 Z", "2026-03-14 10:30"),
  ]) func `of RSS feeds`(text: String, meaning: String) {
    #expect(Timestamp(mailDate: text)?.description == meaning)
  }

  @Test(arguments: [
    "", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00:00+99:00",
  ]) func `that are none`(text: String) {
    #expect(Timestamp(internetDate: text) == nil)
    #expect(Timestamp(mailDate: text) == nil)
    #expect(Timestamp(mailDate: "32 Jan 2026 10:00 GMT") == nil)
    #expect(Timestamp(mailDate: "1 Jan 2026 10:00 XYZ") == nil)
  }
}
