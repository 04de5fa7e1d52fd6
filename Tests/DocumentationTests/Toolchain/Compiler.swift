import FacetTestSupport
import Foundation

/// Compiles programs in a folder of its own, and runs them.
final class Compiler: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    try StandIns.compile()
    folder = try TemporaryFolder()
  }

  /// What is wrong with the program of a page.
  func mistakes(in script: Script, of page: Page) throws -> [Mistake] {
    try Mistake.all(in: compile(script, of: page, Toolchain.plugins, isCheck: true), of: page)
  }

  /// What is wrong with parts of manifests.
  func mistakes(inManifest script: Script) throws -> [Mistake] {
    try Mistake.all(in: compile(script, Toolchain.manifestImports + ["-typecheck"]))
  }

  /// Runs the program of a page, or says why it does not compile.
  func run(_ script: Script, of page: Page) throws -> Program {
    let program = folder.file(UUID().uuidString)
    try folder.write(Toolchain.objects.joined(separator: "\n"), to: "\(program.lastPathComponent).objects")
    let compiled = try compile(script, of: page, ["-o", program.path, "@\(program.path).objects"])
    return compiled.exitCode == 0 ? try Program(program) : compiled
  }

  private func compile(
    _ script: Script, of page: Page, _ options: [String] = [], isCheck: Bool = false
  ) throws -> Program {
    let prelude = page.prelude.map { [$0.file.path] } ?? []
    let options = Toolchain.imports + ["-module-name", page.module] + options + prelude
    return try compile(script, options, isCheck: isCheck)
  }

  private func compile(_ script: Script, _ options: [String], isCheck: Bool = false) throws -> Program {
    let name = "\(UUID().uuidString)/main.swift"
    try folder.write(script.text, to: name)
    return try Program.swiftc(
      ["-swift-version", "6", "-diagnostic-style", "llvm", folder.file(name).path] + options, isCheck: isCheck
    )
  }
}
