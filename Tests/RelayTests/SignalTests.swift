import Foundation
import Testing

/// The end by a signal, of a real process.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  private let line = "time=2026-03-14T10:30:09Z level=info msg=here\n"
  private let record =
    #"{"source":"standard input","line":1,"time":"2026-03-14T10:30:09+00:00","level":"info","message":"here"}"#

  @Test(arguments: [SIGINT, SIGTERM])
  func `a program that waits for input ends in order`(signal: Int32) throws {
    let relay = try RelayProcess("-", "other.log")
    try relay.write(line + "time=2026-03-14T10:30:09Z level=inf")
    #expect(relay.readSome() == record + "\n")
    relay.send(signal)
    let end = relay.end()
    #expect(end.exitCode == 128 + signal)
    #expect(!end.bySignal)
    #expect(end.output == "")
    #expect(masked(end.errors) == (try golden("stopped.txt")))
  }

  @Test func `the lines in flight are written to their end`() throws {
    let relay = try RelayProcess("--lines", "1000000000")
    let start = relay.readSome()
    relay.send(SIGINT)
    let end = relay.end()
    #expect(end.exitCode == 130)
    let output = start + end.output
    #expect(output.hasSuffix("}\n"))
    let count = output.utf8.count { $0 == UInt8(ascii: "\n") }
    let summary = end.errors.split(separator: "\n").first { $0.hasPrefix("lines") }
    #expect(summary?.contains(" read, \(count) written, ") == true)
  }

  @Test func `nobody waits for an output that is not taken: the next signal ends it at once`() throws {
    let relay = try RelayProcess("--lines", "1000000000")
    _ = relay.readSome()
    // The pipe fills, and the program waits.
    while relay.isRunning {
      relay.send(SIGINT)
      usleep(10_000)
    }
    let end = relay.end()
    #expect(end.bySignal)
    #expect(end.exitCode == SIGINT)
  }

  @Test func `a pipe that nobody reads any more is reported`() throws {
    let relay = try RelayProcess("--lines", "1000000000")
    _ = relay.readSome()
    try relay.readNoMore()
    let end = relay.end(readingOutput: false)
    #expect(end.exitCode == 1)
    #expect(end.errors.hasPrefix("relay: standard output: nobody reads it any more\ngenerated: lines "))
  }

  @Test func `lines come out as they come in, without waiting for the next ones`() throws {
    let relay = try RelayProcess("-")
    for number in 1...3 {
      try relay.write(line)
      #expect(relay.readSome() == record.replacing("\"line\":1", with: "\"line\":\(number)") + "\n")
    }
    relay.send(SIGINT)
    #expect(relay.end().exitCode == 130)
  }
}
