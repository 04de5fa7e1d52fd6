import FacetTestSupport
import Foundation
import Testing

/// A resolver of a test's own implements the one requirement that every way of resolving goes through.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Compiler.isThere))
struct ResolverRequirementTests {
  @Test func `a fake with a resolve of its own alone does not compile`() throws {
    let output = try Compiler.check(
      """
      import Facet
      final class Fake: Resolver {
        func resolve<Service>(_ serviceType: Service.Type, name: String? = nil) -> Service? { nil }
      }
      """)
    #expect(output.contains("error: type 'Fake' does not conform to protocol 'Resolver'"))
  }

  @Test func `a fake with the requirement compiles, and may have a resolve of its own beside it`() throws {
    let output = try Compiler.check(
      """
      import Facet
      final class Fake: Resolver {
        func provide<Service, each Argument>(
          _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
        ) throws -> Service? { nil }
        func resolve<Service>(_ serviceType: Service.Type) -> Service? { nil }
      }
      """)
    #expect(output == "")
  }
}

/// Type-checks a source against the library that the tests were built with.
private enum Compiler {
  /// Where the modules of this build are: beside the program that runs.
  private static var modules: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "Modules")
  }

  private static var moduleMap: String {
    modules.appending(path: "../FacetPlatform.build/module.modulemap").standardizedFileURL.path
  }

  static var isThere: Bool {
    FileManager.default.fileExists(atPath: modules.appending(path: "Facet.swiftmodule").path)
      && (try? run(["--version"])) != nil
  }

  /// What the compiler says.
  static func check(_ source: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(source, to: "Fake.swift")
    return try run([
      "-typecheck", "-swift-version", "6", "-I", modules.path, "-Xcc",
      "-fmodule-map-file=\(moduleMap)", "-module-cache-path", folder.url.path, folder.file("Fake.swift").path,
    ])
  }

  private static func run(_ arguments: [String]) throws -> String {
    let run = try Program.swiftc(arguments)
    // With these codes a program tells of errors; with others it was not found, or was stopped.
    guard run.exitCode == 0 || run.exitCode == 1 else { throw CocoaError(.executableNotLoadable) }
    return run.errors
  }
}
