import FacetSyntax
import FacetTestSupport
import Foundation
import Testing

/// Compiles what is generated together with what it was generated for.
///
/// That runs the compiler more than a hundred times, so `swift test` leaves it to a step of `.ci/run`.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled(if: ProcessInfo.processInfo.environment["FACET_TESTS"] != nil, "FACET_TESTS=ScannerTests runs it"))
struct GeneratedCodeTests {
  @Test func `Every generated file compiles in language mode 6 with warnings as errors`() async throws {
    let folder = try TemporaryFolder()
    try compileLibrary(into: folder)

    let cases = Golden.all.compactMap { golden in golden.generate().text.map { (golden, $0) } }
    // Two at a time: a compiler is busy on one core.
    let problems = await withTaskGroup(of: String?.self) { group in
      var pending = cases[...]
      var problems: [String] = []
      for (golden, text) in pending.prefix(2) { group.addTask { compile(golden, text, in: folder) } }
      pending = pending.dropFirst(2)
      while let problem = await group.next() {
        if let problem { problems.append(problem) }
        if let (golden, text) = pending.popFirst() { group.addTask { compile(golden, text, in: folder) } }
      }
      return problems
    }
    #expect(problems == [])
  }

  private func compileLibrary(into folder: TemporaryFolder) throws {
    let sources = Repository.root.appendingPathComponent("Sources/FacetStatic")
    let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map(\.path)
    let module = folder.file("FacetStatic.swiftmodule").path
    let output = run(
      ["-module-name", "FacetStatic", "-emit-module", "-emit-module-path", module] + files.sorted())
    try #require(output == nil, "FacetStatic does not compile")
  }
}

/// Compiles one case as a module of its own and returns what the compiler says, if it says anything.
private func compile(_ golden: Golden, _ generated: String, in folder: TemporaryFolder) -> String? {
  let place = folder.file(golden.name)
  do {
    var paths: [String] = []
    for (name, text) in golden.files + [("Target+Resolvers.swift", generated)] {
      paths.append(place.appendingPathComponent(name).path)
      try folder.write(text, to: "\(golden.name)/\(name)")
    }
    for module in golden.modules {
      let path = place.appendingPathComponent("\(module.name)Module.swift").path
      try folder.write(module.text, to: "\(golden.name)/\(module.name)Module.swift")
      let output = run(
        [
          "-module-name", module.name, "-enable-testing", "-I", place.path, "-emit-module",
          "-emit-module-path",
          place.appendingPathComponent("\(module.name).swiftmodule").path, path,
        ])
      if let output { return "\(golden.name): \(output)" }
    }
    let arguments =
      ["-module-name", "Target", "-package-name", "Package", "-I", folder.url.path, "-I", place.path]
      + golden.options
    return run(arguments + paths, isCheck: true).map { "\(golden.name): \($0)" }
  } catch {
    return "\(golden.name): \(error)"
  }
}

/// Runs the compiler and returns its messages unless all went well and silently.
private func run(_ arguments: [String], isCheck: Bool = false) -> String? {
  do {
    let run = try Program.swiftc(
      ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"] + arguments, isCheck: isCheck)
    return run.exitCode == 0 && run.errors.isEmpty ? nil : "exit \(run.exitCode)\n\(run.errors)"
  } catch {
    return "\(error)"
  }
}
