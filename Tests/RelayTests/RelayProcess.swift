import FacetTestSupport
import Foundation

/// The program while it runs: a test writes its input, reads its output and sends it signals.
final class RelayProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private let timer: DispatchWorkItem

  init(_ arguments: String..., limit: TimeInterval = 100) throws {
    process.executableURL = Program.built("relay")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let identifier = process.processIdentifier
    timer = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: timer)
  }

  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits for some output.
  func readSome() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  func readNoMore() throws {
    try output.fileHandleForReading.close()
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  var isRunning: Bool { process.isRunning }

  /// Reads the rest, and waits for the end.
  func end(readingOutput: Bool = true) -> (output: String, errors: String, exitCode: Int32, bySignal: Bool) {
    let handle = errors.fileHandleForReading
    let errors = ThreadRun { handle.readDataToEndOfFile() }
    let rest = readingOutput ? output.fileHandleForReading.readDataToEndOfFile() : Data()
    let said = errors.result ?? Data()
    process.waitUntilExit()
    timer.cancel()
    return (
      String(decoding: rest, as: UTF8.self), String(decoding: said, as: UTF8.self),
      process.terminationStatus, process.terminationReason == .uncaughtSignal
    )
  }
}
