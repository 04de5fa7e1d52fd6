import FacetTestSupport
import Foundation
import Testing

/// The programs of the toolchain that made the tests, and what was built beside them.
enum Toolchain {
  /// Whether the tests of documentation can run.
  static let isFound =
    (try? Program.swiftc(["--version"]).exitCode) == 0
    && FileManager.default.fileExists(atPath: modules.appendingPathComponent("Facet.swiftmodule").path)

  static let whyNotFound: Comment =
    "They need 'swiftc', and the modules where the native build system of SwiftPM leaves them."

  /// Makes the symbol graphs of a module: its own, and those of what it adds to others.
  static func extractSymbols(of module: String, to folder: URL) throws -> Program {
    try StandIns.compile()
    let place = ["-target", information("triple"), "-output-dir", folder.path]
    return try run(
      "swift",
      ["symbolgraph-extract", "-module-name", module, "-skip-synthesized-members"] + imports + place + sdk)
  }

  /// How to import the modules beside the tests.
  static let imports =
    ["-I", StandIns.folder.path, "-I", modules.path]
    + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }

  /// How to import the module of manifests.
  static let manifestImports = ["-I", "\(resources)/pm/ManifestAPI", "-package-description-version", "6.2.0"]

  /// Where the macros are, which only the driver knows by itself.
  static let plugins = ["-plugin-path", "\(resources)/host/plugins"]

  private static let resources = information("runtimeResourcePath")

  /// The objects of the libraries.
  ///
  /// In the build folder those of sources that are no more may stand beside them.
  static let objects: [String] = {
    let list = products.appendingPathComponent("FacetPackageTests.product/Objects.LinkFileList")
    let libraries = [
      "Facet", "FacetPlatform", "FacetGraph", "FacetDrawing", "FacetInspection", "FacetStatic",
      "DocumentationVocabulary",
    ]
    return lines(of: list).filter { object in libraries.contains { object.contains("/\($0).build/") } }
  }()

  // MARK: -

  private static let products = Program.built("")
  private static let modules = Program.built("Modules")

  /// What the modules import of C.
  private static let moduleMaps =
    ((try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []).sorted()
    .map { products.appendingPathComponent("\($0)/module.modulemap").path }
    .filter { FileManager.default.fileExists(atPath: $0) }

  private static let sdk = ProcessInfo.processInfo.environment["SDKROOT"].map { ["-sdk", $0] } ?? []

  private static func run(_ name: String, _ arguments: [String]) throws -> Program {
    try Program(URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments)
  }

  /// What the compiler says of itself.
  private static func information(_ name: String) -> String {
    let text = (try? Program.swiftc(["-print-target-info"]).output) ?? ""
    let line = text.split(separator: "\n").first { $0.contains("\"\(name)\": ") }
    return line.map { String($0.split(separator: "\"")[3]) } ?? ""
  }

  private static func lines(of file: URL) -> [String] {
    ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}

/// A program of the toolchain failed, with what it says.
struct ToolchainError: Error {
  let text: String
}
