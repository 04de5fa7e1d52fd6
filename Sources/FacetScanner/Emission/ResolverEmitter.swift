/// Writes the `resolve()` of one resolver.
struct ResolverEmitter {
  static let lineLength = 110

  let plan: ResolutionPlan
  let names: LocalNames

  init(_ plan: ResolutionPlan) {
    self.plan = plan
    names = LocalNames(plan)
  }

  /// Adds the imports of the files in which a foreign error or actor is spelled that the code names too.
  func addForeignImports(to imports: inout ImportWriter) {
    let index = plan.resolver.index
    if let file = plan.effects.failure?.foreignFile { imports.add(index.imports(of: file), for: accessLevel) }
    for step in plan.steps where step.isOnDemand {
      guard let file = step.effects.failure?.foreignFile else { continue }
      imports.add(index.imports(of: file), for: "")
    }
    if let (site, actor) = plan.isolatedSites.first, actor.lastName != "MainActor",
      index.declaredPath(of: actor.name, from: plan.resolver.name) == nil
    {
      imports.add(index.imports(of: site.file), for: accessLevel)
    }
  }

  /// Whether the generated code names one of the lazies.
  var usesLibrary: Bool {
    plan.steps.contains(where: \.isOnDemand) || parameters.contains { $0.use.isLazy }
  }

  private var parameters: [ResolverParameter] {
    plan.steps.flatMap(\.provider.parameters) + plan.resolver.configurations.flatMap(\.parameters)
  }

  /// The lines of the extension, inside the conditions that the resolver stands in.
  func lines() -> [String] {
    Condition.wrap(extensionLines(), in: plan.resolver.type.declaration.conditions)
  }

  private func extensionLines() -> [String] {
    let resolver = plan.resolver
    let type = resolver.type
    var lines = availability((type.enclosing + [type.declaration]).flatMap(\.attributes))
    lines.append("extension \(GeneratedName.path(resolver.name)) {")
    lines += documentation()
    lines += availability(plan.sites.flatMap(\.declaration.attributes)).map { "  " + $0 }
    if let actor = plan.actor {
      let name = resolver.index.reachableName(of: actor, in: resolver.name)
      lines.append("  @\(GeneratedName.path(name))")
    }
    lines.append("  \(modifiers())func resolve()\(plan.effects.signature) -> Output {")
    lines += plan.steps.flatMap { $0.isOnDemand ? onDemand($0) : atOnce($0) }
    for configuration in resolver.configurations {
      lines += wrapped("    \(configuration.effects.callPrefix)", call(configuration), "")
    }
    lines += ["    return \(names[plan.output])", "  }", "}"]
    return lines
  }

  private func documentation() -> [String] {
    var lines = [
      "  /// Builds `Key.\(plan.output)` and everything that it needs, each key once.", "  ///",
      "  /// - Returns: What `Output` stands for.",
    ]
    if plan.effects.failure != nil { lines.append("  /// - Throws: What the functions that it calls throw.") }
    return lines
  }

  /// The level of access of `Output`, if it is more than that of the module.
  private var accessLevel: String {
    let output = plan.resolver.output
    var level = output?.declaration.accessLevel
    if level == nil, output?.container.kind == .extension { level = output?.container.accessLevel }
    return ["public", "package"].contains(level ?? "") ? level! : ""
  }

  /// What stands in front of `func resolve()`.
  private func modifiers() -> String {
    let isNonisolated = plan.resolver.type.declaration.modifiers.contains { $0.name == "nonisolated" }
    return (accessLevel.isEmpty ? "" : accessLevel + " ")
      + (isNonisolated && plan.actor == nil ? "nonisolated " : "")
      + (plan.resolver.isStatic ? "static " : "")
  }

  private func availability(_ attributes: [Attribute]) -> [String] {
    var lines: [String] = []
    for attribute in attributes where attribute.name == "available" {
      let arguments = (attribute.arguments ?? "").split(whereSeparator: {
        $0 == "\n" || $0 == "\r" || $0 == " "
      })
      let line = "@available(\(arguments.joined(separator: " ")))"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
