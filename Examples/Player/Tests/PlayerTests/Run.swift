import Foundation

/// One run of the program as a user starts it: what it printed, and how it ended.
struct Run {
  let output: String
  let errors: String
  let exitCode: Int32

  /// Starts the program, and waits for its end, two minutes at most.
  ///
  /// It prints less than a pipe holds, so one pipe can be read after the other.
  init(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = Self.folder.appendingPathComponent("player")
    process.arguments = arguments
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()

    let identifier = process.processIdentifier
    let timer = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: timer)
    defer { timer.cancel() }
    output = outputPipe.text
    errors = errorPipe.text
    process.waitUntilExit()
    exitCode = process.terminationStatus
  }

  /// The build folder, where the tests are too.
  private static var folder: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (tests ?? .main).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }
}

extension Pipe {
  /// All that is written to it until its end.
  fileprivate var text: String {
    String(decoding: fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
