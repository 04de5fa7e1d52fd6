import FacetGraph
import FacetScanner

/// Carries out what the command line asks for.
struct Command {
  private let run: Arguments.Run

  init(_ run: Arguments.Run) {
    self.run = run
  }

  /// Reads the sources, reports what is wrong and does the rest.
  ///
  /// - Returns: The exit code.
  func perform() -> Int32 {
    do {
      var files: [SourceFile] = []
      for path in try FileSystem.swiftFiles(run.sources) { files.append(try FileSystem.read(path)) }
      let generation = Generation(files, moduleName: run.module)
      for diagnostic in generation.diagnostics {
        Console.printError(diagnostic.lines.joined(separator: "\n"))
      }
      if generation.diagnostics.isEmpty, generation.resolverCount == 0, isNothingAProblem {
        Console.printError("error: \(nothingText)")
        return 1
      }
      switch run.action {
      case .check: Console.print(summary(of: generation))
      case .resolve(let output):
        if let text = generation.text { try FileSystem.write(text, to: output) }
      case .graph(let format):
        Console.print(format.text(of: generation.graph), terminator: "")
      }
      return generation.diagnostics.isEmpty ? 0 : 1
    } catch {
      Console.printError("error: \(error.message)")
      return 1
    }
  }

  /// What was checked, such as `3 resolvers, no problem`.
  private func summary(of generation: Generation) -> String {
    let problems = generation.diagnostics.count
    return counted(generation.resolverCount, "resolver") + ", "
      + (problems == 0 ? "no problem" : counted(problems, "problem"))
  }

  private func counted(_ count: Int, _ thing: String) -> String {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }

  /// A target may have no resolvers yet; a check or a picture of nothing is a slip in most cases.
  private var isNothingAProblem: Bool {
    if case .resolve = run.action { return false }
    return !run.allowsNothing
  }

  private var nothingText: String {
    let places = run.sources.map { "'\($0)'" }.joined(separator: ", ")
    return
      "no compile-checked resolver was found in \(places); name the sources of a target that has some, or give "
      + "'--allow-empty'"
  }
}
