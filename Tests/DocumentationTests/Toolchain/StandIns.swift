import FacetTestSupport
import Foundation

/// Modules that stand in for those of others, in Tests/Clients: what the documentation uses of them.
enum StandIns {
  /// Where they are compiled to.
  static let folder = Program.built("StandIns")

  /// Whether there is no SwiftUI.
  static let haveSwiftUI: Bool = {
    #if canImport(SwiftUI)
      false
    #else
      true
    #endif
  }()

  /// Compiles them once; and the module for SwiftUI, which is empty otherwise where there is none.
  static func compile() throws { try compiled.get() }

  private static let compiled = Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clients = Page.root.appendingPathComponent("Tests/Clients")
    if haveSwiftUI {
      for name in ["Combine", "SwiftUI"] { try compile(name, in: clients) }
      try compile("FacetSwiftUI", in: Page.root.appendingPathComponent("Sources"))
    }
    for name in ["ServiceLifecycle", "Hummingbird", "Vapor", "UIKit", "Swinject"] {
      try compile(name, in: clients)
    }
  }

  /// As SwiftPM calls the package, by its folder.
  private static let package = String(
    Page.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

  private static func compile(_ module: String, in parent: URL) throws {
    let sources = parent.appendingPathComponent(module)
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { sources.appendingPathComponent($0).path }
    let output = folder.appendingPathComponent("\(module).swiftmodule").path
    let program = try Program.swiftc(
      ["-swift-version", "6", "-parse-as-library", "-wmo", "-emit-module", "-module-name", module]
        + ["-package-name", package, "-emit-module-path", output] + Toolchain.imports + files)
    guard program.exitCode == 0 else { throw ToolchainError(text: program.errors) }
  }
}
