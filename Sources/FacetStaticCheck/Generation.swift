import FacetGraph
import FacetSyntax

/// What comes of reading a target: what is wrong with it, the generated file if nothing is, and its graph.
package struct Generation {
  /// All problems, in the order of their places.
  package let diagnostics: [Diagnostic]
  /// The generated file; `nil` when there is an error.
  package let text: String?
  /// The keys of all resolvers and what they need, a cluster for each resolver.
  package let graph: DependencyGraph
  /// Whether a file is no Swift, so that nothing is checked; while a target is built, the compiler says better why.
  package let isUnreadable: Bool
  /// How many resolvers were found.
  package let resolverCount: Int

  /// Reads the files of one target, checks its resolvers and writes their `resolve()`.
  ///
  /// - Parameters:
  ///   - files: All Swift files of the target.
  ///   - moduleName: What the target is called in code; empty if that is not known.
  package init(_ files: [SourceFile], moduleName: String = "") {
    let sources = TargetSources(files)
    let finder = ResolverFinder(sources, moduleName: moduleName)
    // What cannot be read is left to the compiler.
    let found = finder.resolvers().filter { !$0.isBroken }
    // A file that cannot be read as a whole would make everything else that is said a guess.
    let faults = Self.faults(in: sources, with: found)
    isUnreadable = !faults.isEmpty
    let resolvers = faults.isEmpty ? found : []
    let plans = resolvers.map(ResolutionPlan.init)
    var problems = faults.isEmpty ? finder.misplacedResolvers() : faults
    for (resolver, plan) in zip(resolvers, plans) { problems += ResolverChecks.run(resolver, plan) }
    diagnostics = problems.inSourceOrder()
    resolverCount = resolvers.count

    var graph = DependencyGraph()
    for resolver in resolvers { graph.append(resolver.graph) }
    self.graph = graph

    let complete = plans.compactMap { $0 }
    text = diagnostics.isEmpty && complete.count == plans.count ? ResolverEmitter.file(of: complete) : nil
  }

  /// What keeps the files of the resolvers from being read.
  ///
  /// Files that were read for another word are left to the compiler.
  private static func faults(in sources: TargetSources, with resolvers: [ResolverModel]) -> [Diagnostic] {
    let words = [TargetSources.libraryName, TargetSources.protocolName] + resolvers.map(\.shortName)
    return sources.files.flatMap { file -> [Diagnostic] in
      guard !file.faults.isEmpty, words.contains(where: file.source.bytes.contains) else { return [] }
      return file.faults.map { .error($0.kind.rawValue, at: file.source.location(at: $0.offset)) }
    }
  }
}
