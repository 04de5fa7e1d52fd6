import Foundation

/// One run of a program as a user starts it: what it printed, and how it ended.
public struct Program: Sendable {
  /// What it wrote to standard output.
  public let output: String

  /// What it wrote to standard error.
  public let errors: String

  /// The code that it ended with; the number of the signal if one ended it.
  public let exitCode: Int32

  /// Starts a program, and waits for its end.
  ///
  /// Both pipes are read at the same time: a program that fills one of them while nobody reads it would never end.
  ///
  /// - Parameters:
  ///   - executable: the file of the program.
  ///   - arguments: what stands behind its name on the command line.
  ///   - folder: where it runs; the folder of the tests if left out.
  ///   - limit: the time in seconds after which it is stopped.
  /// - Throws: an error if the program cannot be started.
  public init(
    _ executable: URL, _ arguments: [String] = [], in folder: URL? = nil, limit: TimeInterval = 120
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    process.standardInput = FileHandle.nullDevice
    try process.run()

    let identifier = process.processIdentifier
    let timer = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: timer)
    defer { timer.cancel() }
    let errors = ThreadRun { errorPipe.text }
    output = outputPipe.text
    self.errors = errors.result(within: limit) ?? ""
    process.waitUntilExit()
    exitCode = process.terminationStatus
  }

  /// Runs the Swift compiler.
  ///
  /// - Parameters:
  ///   - arguments: what stands behind its name on the command line.
  ///   - isCheck: whether it looks for mistakes in the sources of one module, and makes nothing.
  /// - Returns: its run.
  /// - Throws: an error if it cannot be started.
  public static func swiftc(_ arguments: [String], isCheck: Bool = false) throws -> Program {
    #if os(macOS)
      // Only the driver knows where the system's libraries are.
      let mode = ["-wmo"]
    #else
      // Without the driver it takes two thirds of the time.
      let mode = ["-frontend"]
    #endif
    let check = isCheck ? mode + ["-emit-sil", "-o", "/dev/null"] : []
    return try Program(URL(fileURLWithPath: "/usr/bin/env"), ["swiftc"] + check + arguments)
  }

  /// The file of an executable of this package, in the build folder beside the tests.
  public static func built(_ name: String) -> URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let folder = (tests ?? .main).bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appendingPathComponent(name)
  }
}

extension Pipe {
  /// All that is written to it until its end.
  fileprivate var text: String {
    String(decoding: fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
