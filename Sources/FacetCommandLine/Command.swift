import FacetContainerCheck
import FacetDrawing
import FacetGraph
import FacetStaticCheck
import FacetSyntax

/// Carries out what the command line asks for.
struct Command {
  let arguments: Arguments

  /// Reads the sources, reports what is wrong and does the rest.
  ///
  /// - Returns: The exit code.
  func perform() async -> Int32 {
    do throws(FileSystem.Failure) {
      let files = try await FileSystem.readAll(arguments.sources)
      switch arguments.command {
      case "check": return try await check(files)
      case "graph": return try await drawGraph(files)
      default: return try resolve(files)
      }
    } catch {
      Console.printError("error: \(error.message)")
      return 1
    }
  }

  private func resolve(_ files: [SourceFile]) throws(FileSystem.Failure) -> Int32 {
    let generation = generation(files)
    if let text = generation.text, let output = arguments["--output"] {
      try FileSystem.write(text, to: output)
    }
    return generation.diagnostics.isEmpty ? 0 : 1
  }

  private func check(_ files: [SourceFile]) async throws(FileSystem.Failure) -> Int32 {
    let report = await CheckReport(files, arguments)
    Console.printErrors(report.diagnostics)
    if report.isOfNothing { try requireSomething() }
    if let record = arguments["--record"] {
      if !report.hasErrors { try FileSystem.write(GeneratedFile.record, to: record) }
    } else {
      print(report.summary)
    }
    // The process ends here, while the report is there: to give back what it keeps would take a part of the time.
    withExtendedLifetime(report) { Console.exit(report.hasErrors ? 1 : 0) }
  }

  private func drawGraph(_ files: [SourceFile]) async throws(FileSystem.Failure) -> Int32 {
    let isPage = arguments.format == .html
    let generation = generation(files)
    var graph = generation.graph
    let check = await ContainerCheck(files, isPartial: true, findsUnused: isPage)
    graph.append(check.graph())
    if graph.nodes.isEmpty, generation.diagnostics.isEmpty, !check.usesContainers { try requireSomething() }
    if let assembly = arguments["--assembly"] {
      let roots = graph.nodes.indices.filter { graph.nodes[$0].cluster == assembly }
      graph = try part(of: graph, from: roots, "assembly '\(assembly)'")
    }
    if let key = arguments["--from"] {
      graph = try part(of: graph, from: graph.nodes(named: key), "key '\(key)'")
    }
    if arguments.format.isDrawing { graph = graph.withoutSmallClusters() }
    let problems = generation.diagnostics.map {
      HTMLExport.Problem("resolver", $0.lines.joined(separator: "\n"))
    }
    let text =
      isPage
      ? HTMLExport.text(
        of: graph, title: title, problems: problems + check.problems(in: graph),
        entryPoints: check.entryPoints(in: graph), link: arguments["--link"])
      : arguments.format.text(of: graph)
    if let file = arguments["--output"] {
      try FileSystem.write(text, to: file, replacing: HTMLExport.beginning)
    } else {
      print(text, terminator: "")
    }
    return generation.diagnostics.isEmpty ? 0 : 1
  }

  /// What is made of the resolvers; what is wrong with them is printed.
  private func generation(_ files: [SourceFile]) -> Generation {
    let generation = Generation(files, moduleName: arguments["--module"] ?? "")
    Console.printErrors(generation.diagnostics)
    return generation
  }

  /// The heading of a page: the module, or else the last names of the paths.
  private var title: String {
    let names = arguments.sources.compactMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last }
    return arguments["--module"] ?? names.joined(separator: ", ")
  }

  private func part(
    of graph: DependencyGraph, from roots: [Int], _ what: String
  ) throws(FileSystem.Failure) -> DependencyGraph {
    if roots.isEmpty { throw FileSystem.Failure("the graph has no \(what)") }
    return graph.part(from: roots, depth: arguments.depth)
  }

  /// A check or a picture of nothing is a slip in most cases.
  private func requireSomething() throws(FileSystem.Failure) {
    if arguments.has("--allow-empty") { return }
    let things =
      arguments.has("--containers") ? "no container" : "no compile-checked resolver and no container"
    let places = arguments.sources.map { "'\($0)'" }.joined(separator: ", ")
    throw FileSystem.Failure(
      "\(things) was found in \(places); name the sources of a target that has some, or give "
        + "'--allow-empty'")
  }
}

extension ContainerCheck {
  /// Where the program itself asks for the services of a page that shows `graph`.
  fileprivate func entryPoints(in graph: DependencyGraph) -> [HTMLExport.EntryPoint] {
    let nodes = Dictionary(graph.nodes.enumerated().map { ("\($1.location) \($1.name)", $0) }) { first, _ in
      first
    }
    var seen: Set<String> = []
    return entryPoints().compactMap { node, place in
      let line = "\(place.path):\(place.line)"
      guard let index = nodes["\(node.location) \(node.name)"], seen.insert("\(index) \(line)").inserted
      else { return nil }
      return HTMLExport.EntryPoint(node: index, place: line)
    }
  }

  /// What is wrong, for a page that shows `graph`: each finding with its node, and what could not be judged.
  fileprivate func problems(in graph: DependencyGraph) -> [HTMLExport.Problem] {
    var places: [String: Int] = [:]
    var names: [String: Int] = [:]
    for (index, node) in graph.nodes.enumerated() {
      places[node.location] = places[node.location] ?? index
      places["\(node.location) \(node.name)"] = index
      names[node.name] = names[node.name] ?? index
    }
    let all = diagnostics + faults + coverage.gaps
    return (all.filter { $0.severity != .note } + all.filter { $0.severity == .note }).map { finding in
      let place = "\(finding.location.path):\(finding.location.line)"
      return HTMLExport.Problem(
        finding.kind.isEmpty ? "unreadable" : finding.kind, finding.lines.joined(separator: "\n"),
        node: places["\(place) \(finding.subject)"] ?? names[finding.subject] ?? places[place],
        isNote: finding.severity == .note)
    }
  }
}
