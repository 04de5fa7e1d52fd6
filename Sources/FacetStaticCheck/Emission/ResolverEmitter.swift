import FacetSyntax

/// Writes the `resolve()` of one resolver.
struct ResolverEmitter {
  static let lineLength = 110

  let plan: ResolutionPlan
  let names: LocalNames
  /// How far `resolve()` can be seen.
  private let visibility: AccessLevel
  /// What `resolve()` can do; it cannot name a type of errors that is seen less far than itself.
  private let effects: EffectSet

  init(_ plan: ResolutionPlan) {
    self.plan = plan
    names = LocalNames(plan)
    let resolver = plan.resolver
    visibility = min(resolver.outputLevel, resolver.index.accessLevel(of: resolver.name))
    var effects = plan.effects
    if let failure = effects.failure, failure.level < visibility { effects.failure = .any }
    self.effects = effects
  }

  /// The whole generated file of a target.
  ///
  /// A target without resolvers gets one too, for build systems want to know their files beforehand.
  static func file(of plans: [ResolutionPlan]) -> String {
    guard !plans.isEmpty else { return GeneratedFile.header + "\n// There are none.\n" }
    let emitters = plans.map { ResolverEmitter($0) }
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

  /// Adds the imports of the files in which a foreign error or actor is spelled that the code names too.
  func addForeignImports(to imports: inout ImportWriter) {
    let index = plan.resolver.index
    if let file = effects.failure?.foreignFile { imports.add(index.imports(of: file), for: visibility) }
    for step in plan.steps where step.isOnDemand {
      guard let file = step.effects.failure?.foreignFile else { continue }
      imports.add(index.imports(of: file), for: .module)
    }
    if let (site, actor) = plan.isolatedSites.first, actor.lastName != "MainActor",
      index.declaredPath(of: actor.path, from: plan.resolver.name) == nil
    {
      imports.add(index.imports(of: site.file), for: visibility)
    }
  }

  /// Whether the generated code names one of the lazies.
  var usesLibrary: Bool {
    plan.steps.contains(where: \.isOnDemand) || plan.parameters.contains { $0.use.isLazy }
  }

  /// The lines of the extension, inside the conditions that the resolver stands in.
  func lines() -> [String] {
    let resolver = plan.resolver
    let type = resolver.type
    var lines = availability((type.enclosing + [type.declaration]).flatMap(\.attributes))
    lines.append("extension \(GeneratedName.path(resolver.name)) {")
    lines += documentation()
    lines += availability((plan.sites + plan.keySites).flatMap(\.availability)).map { "  " + $0 }
    if let actor = plan.actor {
      let prefix = resolver.index.reachablePrefix(of: actor.path[0], in: resolver.name)
      lines.append("  @\(prefix)\(GeneratedName.path(actor.name))")
    }
    lines.append("  \(modifiers())func resolve()\(effects.signature) -> Output {")
    lines += plan.steps.flatMap { $0.isOnDemand ? onDemand($0) : atOnce($0) }
    for configuration in resolver.configurations {
      lines += wrapped("    \(configuration.effects.callPrefix)", call(configuration))
    }
    lines += ["    return \(names[plan.output])", "  }", "}"]
    return Condition.wrap(lines, in: type.declaration.conditions)
  }

  private func documentation() -> [String] {
    var lines = [
      "  /// Builds `Key.\(plan.output)` and everything that it needs, each key once.", "  ///",
      "  /// - Returns: What `Output` stands for.",
    ]
    if effects.failure != nil { lines.append("  /// - Throws: What the functions that it calls throw.") }
    return lines
  }

  /// What stands in front of `func resolve()`.
  private func modifiers() -> String {
    let access = plan.resolver.outputLevel.modifier
    return (access.isEmpty ? "" : access + " ")
      + (plan.resolver.type.declaration.isNonisolated && plan.actor == nil ? "nonisolated " : "")
      + (plan.resolver.isStatic ? "static " : "")
  }

  private func availability(_ attributes: [Attribute]) -> [String] {
    var lines: [String] = []
    for attribute in attributes where attribute.name == "available" {
      let line = "@available(\(attribute.arguments ?? ""))"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
