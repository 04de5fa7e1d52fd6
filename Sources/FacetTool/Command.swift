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
  func perform() async -> Int32 {
    do {
      var files: [SourceFile] = []
      for path in try FileSystem.swiftFiles(run.sources) { files.append(try FileSystem.read(path)) }
      if case .check(let options) = run.action, options.isOfContainersAlone {
        let report = await ContainerReport(files, options)
        try report.finish()
        return report.hasErrors ? 1 : 0
      }
      let generation = Generation(files, moduleName: run.module)
      for diagnostic in generation.diagnostics {
        Console.printError(diagnostic.lines.joined(separator: "\n"))
      }
      switch run.action {
      case .check(let options):
        let report = await ContainerReport(files, options)
        try report.finish()
        if report.hasErrors { return 1 }
      case .resolve(let output):
        if let text = generation.text { try FileSystem.write(text, to: output) }
      case .graph(let format):
        var graph = generation.graph
        graph.append(await ContainerCheck(files).graph())
        Console.print(format.text(of: graph), terminator: "")
      }
      return generation.diagnostics.isEmpty ? 0 : 1
    } catch {
      Console.printError("error: \(error.message)")
      return 1
    }
  }
}
