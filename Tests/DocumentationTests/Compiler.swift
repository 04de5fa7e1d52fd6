import FacetTestSupport
import Foundation

/// The compiler that compiled the tests, and the modules that stand beside them.
struct Compiler {
  /// Where it writes.
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func close() { try? FileManager.default.removeItem(at: folder) }

  /// Whether there is one.
  static let isFound = (try? swiftc(["--version"]).exitCode) == 0

  // MARK: -

  /// What is wrong with a program.
  func mistakes(in script: Script, of page: Page) throws -> [Mistake] {
    let file = try write(script, "compiled")
    return Mistake.all(
      in: try Self.swiftc(
        Self.options(page) + ["-emit-sil", "-wmo", "-o", "/dev/null", file.path] + page.preludePath))
  }

  /// What is wrong with parts of manifests.
  func mistakes(inManifest script: Script) throws -> [Mistake] {
    let file = try write(script, "manifest")
    let api = ["-I", Self.resources + "/pm/ManifestAPI", "-package-description-version", "6.2.0"]
    return Mistake.all(in: try Self.swiftc(["-typecheck"] + api + [file.path]))
  }

  /// Runs a program.
  func run(_ script: Script, of page: Page) throws -> Program {
    let file = try write(script, "run")
    let program = file.deletingPathExtension()
    let objects = folder.appendingPathComponent("objects")
    try Data(Self.objects.joined(separator: "\n").utf8).write(to: objects)
    let compiled = try Self.swiftc(
      Self.options(page) + ["-o", program.path, file.path, "@\(objects.path)"] + page.preludePath)
    return compiled.exitCode == 0 ? try Program(program) : compiled
  }

  private func write(_ script: Script, _ use: String) throws -> URL {
    let place = folder.appendingPathComponent("\(use)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let file = place.appendingPathComponent("main.swift")
    try Data(script.text.utf8).write(to: file)
    return file
  }

  // MARK: - The command line

  private static func swiftc(_ arguments: [String]) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-diagnostic-style", "llvm"] + arguments)
  }

  private static func options(_ page: Page) -> [String] {
    ["-module-name", page.module, "-I", modules.path]
      + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private static let products = Program.built("")
  private static let modules = Program.built("Modules")

  /// What the modules import of C.
  private static let moduleMaps =
    ((try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []).sorted()
    .map { products.appendingPathComponent("\($0)/module.modulemap").path }
    .filter { FileManager.default.fileExists(atPath: $0) }

  /// The objects of the libraries: in the build folder others of files that are no more may stand beside them.
  private static let objects: [String] = {
    let list = products.appendingPathComponent("FacetPackageTests.product/Objects.LinkFileList")
    let libraries = [
      "Facet", "FacetPlatform", "FacetGraph", "FacetInspection", "FacetStatic", "DocumentationVocabulary",
    ]
    return ((try? String(contentsOf: list, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
      .filter { object in libraries.contains { object.contains("/\($0).build/") } }
  }()

  /// The folder of the toolchain's own modules.
  private static let resources: String = {
    let information = (try? swiftc(["-print-target-info"]).output) ?? ""
    return information.firstMatch(of: /"runtimeResourcePath": "(.+)"/).map { String($0.1) } ?? ""
  }()
}

extension Page {
  fileprivate var preludePath: [String] { prelude.map { [$0.file.path] } ?? [] }
}
