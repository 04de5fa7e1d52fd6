import Testing

@testable import relay

/// The stages that read, and the lines that they leave to others.
@Suite(.timeLimit(.minutes(5))) struct StageTests {
  /// The record that becomes of a line, without its beginning; `nil` if no stage reads it.
  private func record(_ line: String) -> String? {
    var batch = Batch(Array(line.utf8), of: "a", after: 0)
    AccessLogStage().process(&batch)
    ApplicationLogStage().process(&batch)
    var lines = JSONLines()
    guard lines.append(batch) == 1 else { return nil }
    let text = String(decoding: lines.bytes, as: UTF8.self)
    return String(text.dropFirst(#"{"source":"a","line":1,"time":"#.count).dropLast())
  }

  @Test(arguments: [
    (
      #"::1 - ines [29/Feb/2024:23:59:60 -0330] "POST /a"b HTTP/1.1" 500 -"#,
      #""2024-02-29T23:59:60-03:30","client":"::1","method":"POST","path":"/a\"b","status":500}"#
    ),
    (
      #"::1 - ines [29/Feb/2024:23:59:60 -0330] "POST /a?b HTTP/1.1" 500 -"#,
      #""2024-02-29T23:59:60-03:30","client":"::1","method":"POST","path":"/a?b","status":500}"#
    ),
    (
      #"::1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 7 "-" "Browser/1.0""#,
      #""2026-01-01T00:00:00+00:00","client":"::1","method":"GET","path":"/","status":200,"size":7}"#
    ),
    (#"::1 - - [29/Feb/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 7"#, nil),
    (#"::1 - - [01/Jan/2026:24:00:00 +0000] "GET / HTTP/1.1" 200 7"#, nil),
    (#"::1 - - [01/Jan/2026:00:00:00 +0000] "GET /" 200 7"#, nil),
    (#"::1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 7x"#, nil),
    (
      "time=2026-03-14T10:30:09Z client=::1 method=GET path=/ level=info msg=\"a\tb\"",
      #""2026-03-14T10:30:09+00:00","client":"::1","method":"GET","path":"/","level":"info","message":"a\u0009b"}"#
    ),
    ("time=2026-03-14T10:30:09+01:00", #""2026-03-14T10:30:09+01:00"}"#),
    ("time=2026-03-14T10:30:09Z ", nil),
    ("time=2026-03-14T10:30:09Z level=", nil),
    ("time=2026-03-14T10:30:09Zlevel=info", nil),
    (#"time=2026-03-14T10:30:09Z msg="a \" b""#, nil),
    ("time=2026-13-14T10:30:09Z", nil),
    ("", nil),
  ])
  func `a line`(line: String, expected: String?) {
    #expect(record(line) == expected)
  }

  @Test func `every beginning of a line is read or left alone`() {
    let lines = [
      #"::1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 7 "-""#,
      #"time=2026-03-14T10:30:09+01:00 level=info path=/ msg="é""#,
    ]
    for line in lines {
      for count in 0..<line.utf8.count {
        var batch = Batch(Array(line.utf8.prefix(count)), of: "a", after: 0)
        AccessLogStage().process(&batch)
        ApplicationLogStage().process(&batch)
        #expect(batch.lines.count <= 1)
      }
    }
  }

  @Test func `lines end with a line feed, or both of its kind, or the input`() {
    let batch = Batch(Array("a\r\n\nb\rc".utf8), of: "a", after: 41)
    #expect(batch.lines.map(\.number) == [42, 43, 44])
    #expect(batch.lines.map { String(decoding: batch.bytes[$0.text], as: UTF8.self) } == ["a", "", "b\rc"])
  }

  @Test func `a stage that is tried again has one more chance after each failure`() async throws {
    let ledger = Ledger()
    let stage = RetryingStage(inner: FailingStage(failures: 2), ledger: ledger)
    var batch = Batch([], of: "a", after: 0)
    try await stage.process(&batch)
    #expect(await ledger.retries == 2)
    await #expect(throws: TemporaryProblem.self) {
      var batch = Batch([], of: "a", after: 0)
      try await RetryingStage(inner: FailingStage(failures: 3), ledger: ledger).process(&batch)
    }
  }
}

private actor FailingStage: Stage {
  private var failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  func process(_ batch: inout Batch) throws {
    guard failures > 0 else { return }
    failures -= 1
    throw TemporaryProblem(description: "not now")
  }
}
