import FacetContainerCheck
import FacetDrawing
import FacetGraph
import FacetStaticCheck
import FacetSyntax

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
      return try await perform(on: FileSystem.readAll(run.sources)) ? 0 : 1
    } catch {
      Console.printError("error: \(error.message)")
      return 1
    }
  }

  /// Returns whether there is no error.
  private func perform(on files: [SourceFile]) async throws(FileSystem.Failure) -> Bool {
    switch run.action {
    case .resolve(let output):
      let generation = Generation(files, moduleName: run.module)
      Console.printErrors(generation.diagnostics)
      if let text = generation.text { try FileSystem.write(text, to: output) }
      return generation.diagnostics.isEmpty
    case .check(let options):
      let report = await CheckReport(files, moduleName: run.module, options)
      Console.printErrors(report.diagnostics)
      if report.isOfNothing { try requireSomething(options) }
      if options.record == nil { Console.print(report.summary) }
      if let record = options.record, !report.hasErrors {
        try FileSystem.write(GeneratedFile.record, to: record)
      }
      return !report.hasErrors
    case .graph(let options):
      let generation = Generation(files, moduleName: run.module)
      Console.printErrors(generation.diagnostics)
      var graph = generation.graph
      let check = await ContainerCheck(files, findsUnused: options.format == .html)
      graph.append(check.graph())
      if graph.nodes.isEmpty, generation.diagnostics.isEmpty, !check.usesContainers { try requireSomething() }
      graph = try part(of: graph, options)
      if options.format.isDrawing { graph = graph.withoutSmallClusters() }
      guard options.format == .html else {
        Console.print(options.format.text(of: graph), terminator: "")
        return generation.diagnostics.isEmpty
      }
      let problems = generation.diagnostics.map {
        HTMLExport.Problem("resolver", $0.lines.joined(separator: "\n"))
      }
      let page = HTMLExport.text(
        of: graph, title: title, problems: problems + check.problems(in: graph), link: options.link)
      if let file = options.output {
        try FileSystem.write(page, to: file, replacing: HTMLExport.beginning)
      } else {
        Console.print(page, terminator: "")
      }
      return generation.diagnostics.isEmpty
    }
  }

  /// The heading of a page: the module, or else the last names of the paths.
  private var title: String {
    if !run.module.isEmpty { return run.module }
    return run.sources.compactMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last }.joined(
      separator: ", ")
  }

  /// What the options ask for, of the whole graph.
  private func part(
    of graph: DependencyGraph, _ options: Arguments.GraphOptions
  ) throws(FileSystem.Failure) -> DependencyGraph {
    var graph = graph
    if !options.assembly.isEmpty {
      let roots = graph.nodes.indices.filter { graph.nodes[$0].cluster == options.assembly }
      if roots.isEmpty {
        throw FileSystem.Failure(message: "the graph has no assembly '\(options.assembly)'")
      }
      graph = graph.part(from: roots, depth: options.depth)
    }
    if !options.from.isEmpty {
      let roots = graph.nodes(named: options.from)
      if roots.isEmpty { throw FileSystem.Failure(message: "the graph has no key '\(options.from)'") }
      graph = graph.part(from: roots, depth: options.depth)
    }
    return graph
  }

  /// A check or a picture of nothing is a slip in most cases.
  private func requireSomething(_ options: Arguments.CheckOptions = .init()) throws(FileSystem.Failure) {
    if run.allowsNothing { return }
    let things = options.isOfContainersAlone ? "no container" : "no compile-checked resolver and no container"
    let places = run.sources.map { "'\($0)'" }.joined(separator: ", ")
    throw FileSystem.Failure(
      message: "\(things) was found in \(places); name the sources of a target that has some, or give "
        + "'--allow-empty'")
  }
}
