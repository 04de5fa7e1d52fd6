import FacetGraph

/// What the sources of an application register and resolve by containers, checked without running anything.
package struct ContainerCheck: Sendable {
  /// All findings, in the order of their places; none where the sources do not use a container.
  package let diagnostics: [Diagnostic]
  package let registrationCount: Int
  package let resolveCount: Int
  /// How many of the resolves could be judged.
  package let coverage: Coverage
  /// Whether a comment in the sources asks for errors instead of warnings.
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
  package init(_ files: [SourceFile], isPartial: Bool = false, findsUnused: Bool = false) async {
    let factory = FactorySources(files)
    let reader = ApplicationReader(files)
    guard let sources = await reader.sources() else {
      self.init(factory, files)
      return
    }
    let model = ContainerModel(
      sources, isPartial: isPartial, files.filter { PackageManifest.isOne($0.path) }.map(PackageManifest.init)
    )
    let faults = sources.files.compactMap(\.fault)
    let silence = Silence(sources.files)
    self.init(
      diagnostics: faults.isEmpty
        ? ContainerChecks.run(model, findsUnused: findsUnused).filter { !silence.covers($0.location) } : [],
      model: model, factory: factory,
      registrationCount: model.offers.reduce(0) { $0 + ($1.target == nil && !$1.isGuess ? 1 : 0) },
      resolveCount: model.demands.count + model.unread.count, coverage: Coverage(model.judgements, model),
      isStrict: sources.files.contains { $0.isStrict },
      faults: faults, usesContainers: sources.files.contains { $0.calls.contains(where: \.isOfContainer) })
  }

  /// The keys and what they need, a cluster for each assembly.
  package func graph() -> DependencyGraph {
    var graph = model.map(ContainerGraph.graph) ?? DependencyGraph()
    graph.append(factory.graph)
    return graph
  }

  /// What there is to say where no container of Facet, Swinject or Resolver is used.
  private init(_ factory: FactorySources, _ files: [SourceFile]) {
    let found = factory.diagnostics.inSourceOrder()
    let places = Set(found.map(\.location.path))
    let facts = files.filter { places.contains($0.path) }.map {
      Shared(FileReader.read($0, words: WordSet([])))
    }
    let silence = Silence(facts)
    var coverage = Coverage()
    coverage.judgedCount = factory.uses.count
    self.init(
      diagnostics: found.filter { !silence.covers($0.location) }, model: nil, factory: factory,
      registrationCount: factory.services.count, resolveCount: factory.uses.count, coverage: coverage,
      isStrict: facts.contains { $0.isStrict }, faults: [], usesContainers: !factory.isEmpty)
  }

  private init(
    diagnostics: [Diagnostic], model: ContainerModel?, factory: FactorySources, registrationCount: Int,
    resolveCount: Int,
    coverage: Coverage, isStrict: Bool, faults: [Diagnostic], usesContainers: Bool
  ) {
    self.diagnostics = diagnostics
    self.model = model
    self.factory = factory
    self.registrationCount = registrationCount
    self.resolveCount = resolveCount
    self.coverage = coverage
    self.isStrict = isStrict
    self.faults = faults
    self.usesContainers = usesContainers
  }
}

/// Where comments ask for silence.
private struct Silence {
  private var files: Set<String> = []
  private var lines: [String: Set<Int>] = [:]

  init(_ files: [Shared<FileFacts>]) {
    for file in files {
      if file.ignoresAll { self.files.insert(file.path) }
      if !file.ignoredLines.isEmpty { lines[file.path] = file.ignoredLines }
    }
  }

  func covers(_ location: SourceLocation) -> Bool {
    files.contains(location.path) || lines[location.path]?.contains(location.line) == true
  }
}
