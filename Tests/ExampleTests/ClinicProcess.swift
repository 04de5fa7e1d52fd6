import Foundation

/// One run of the clinic as a user starts it.
struct ClinicProcess {
  let output: String
  let errors: String
  let exitCode: Int32

  /// Starts the executable, and waits for its end.
  init(_ arguments: String..., folder: URL = FileManager.default.temporaryDirectory) throws {
    let files = FileManager.default
    let results = folder.appending(path: "run-\(UUID().uuidString)")
    try files.createDirectory(at: results, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: results) }
    // Files, not pipes: a long text cannot fill them up.
    let outputFile = results.appending(path: "output")
    let errorFile = results.appending(path: "errors")
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)

    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()

    exitCode = process.terminationStatus
    output = try String(contentsOf: outputFile, encoding: .utf8)
    errors = try String(contentsOf: errorFile, encoding: .utf8)
  }

  /// The executable in the build folder, beside the test bundle.
  private static var executable: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let folder = (tests ?? .main).bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appending(path: "clinic")
  }
}
