import FacetSyntax

/// Writes the generated file of a target.
enum FileEmitter {
  /// The whole file.
  ///
  /// A target without resolvers gets one too, for build systems want to know their files beforehand.
  static func text(of plans: [ResolutionPlan]) -> String {
    guard !plans.isEmpty else { return GeneratedFile.header + "\n// There are none.\n" }
    let emitters = plans.map(ResolverEmitter.init)
    var imports = ImportWriter(explicit: plans[0].resolver.index.explicitImports)
    for emitter in emitters { emitter.addForeignImports(to: &imports) }
    if emitters.contains(where: \.usesLibrary) { imports.addLibrary() }
    var lines = [GeneratedFile.header]
    if !imports.lines.isEmpty { lines += [""] + imports.lines }
    for emitter in emitters {
      lines += ["", "// MARK: - \(emitter.plan.resolver.name)", ""] + emitter.lines()
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
