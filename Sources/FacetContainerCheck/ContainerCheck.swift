import FacetGraph
import FacetSyntax

/// What the sources of an application register and resolve by containers, checked without running anything.
package struct ContainerCheck: Sendable {
  /// All findings, in the order of their places; none where the sources do not use a container.
  package let diagnostics: [Diagnostic]
  package let registrationCount: Int
  package var resolveCount: Int { coverage.judgedCount + coverage.unjudgedCount }
  /// How many of the resolves could be judged.
  package let coverage: Coverage
  /// Whether the caller, or a comment in the sources, asks for errors instead of warnings.
  package let isStrict: Bool
  /// What keeps files from being read as a whole, one for each; where there is one, nothing is checked.
  package let faults: [Diagnostic]
  /// Whether anything is done to a container, be it with types that stay open.
  package let usesContainers: Bool
  private let model: ContainerModel?
  private let factory: FactorySources

  /// Reads the sources of an application and of what it is made of, and checks them.
  ///
  /// - Parameters:
  ///   - files: All Swift files, the libraries' too.
  ///   - isPartial: Whether files are missing, so that only types which these files declare can be judged.
  ///   - findsUnused: Whether a registration that nothing resolves is noted.
  ///   - isStrict: Whether the findings are errors, and more is told.
  package init(
    _ files: [SourceFile], isPartial: Bool = false, findsUnused: Bool = false, isStrict: Bool = false
  ) async {
    factory = FactorySources(files)
    let found: [Diagnostic]
    let own: [FileFacts]
    if let sources = await ApplicationReader(files).sources() {
      let model = await ContainerModel(sources, isPartial: isPartial)
      own = sources.files.filter { !$0.isOfDependency }
      faults = own.compactMap(\.fault)
      let isStrict = isStrict || own.contains { $0.isStrict }
      found =
        faults.isEmpty
        ? await ContainerChecks.run(model, findsUnused: findsUnused, isStrict: isStrict) : []
      registrationCount = model.offers.reduce(0) {
        $0 + ($1.target == nil && !$1.isGuess && !$1.isOfTests ? 1 : 0)
      }
      coverage = Coverage(model)
      usesContainers = own.contains {
        $0.calls.contains(where: \.isOfContainer) || !$0.stringsWithCode.isEmpty
      }
      self.model = model
    } else {
      // No container of Facet, Swinject or Resolver is used.
      found = factory.diagnostics.inSourceOrder()
      let places = Set(found.map(\.location.path))
      own = files.filter { places.contains($0.path) }.map { FileReader.read($0, words: WordSet([])) }
      (registrationCount, coverage) = (factory.services.count, Coverage(judgedCount: factory.uses.count))
      (faults, usesContainers, model) = ([], !factory.isEmpty, nil)
    }
    self.isStrict = isStrict || own.contains { $0.isStrict }
    let silent = Set(own.filter(\.ignoresAll).map(\.path))
    let lines = Dictionary(own.map { ($0.path, $0.ignoredLines) }) { $0.union($1) }
    diagnostics = found.filter { finding in
      let place = finding.location
      return !silent.contains(place.path) && lines[place.path]?.contains(place.line) != true
    }
  }

  /// All findings; warnings are errors where that is asked for.
  package var findings: [Diagnostic] {
    diagnostics.map { finding in
      var finding = finding
      if isStrict, finding.severity == .warning { finding.severity = .error }
      return finding
    }
  }

  /// The keys that the program itself asks for, rather than another service, with the places.
  package func entryPoints() -> [(node: DependencyGraph.Node, place: SourceLocation)] {
    guard let graph = model.map(ContainerGraph.init) else { return [] }
    return graph.entryPoints.map { (graph.graph.nodes[$0.node], $0.place) }
  }

  /// The keys and what they need, a cluster for each assembly.
  package func graph() -> DependencyGraph {
    var graph = model.map { ContainerGraph($0).graph } ?? DependencyGraph()
    graph.append(factory.graph)
    return graph
  }
}
