/// Writes the `resolve()` of one resolver.
struct ResolverEmitter {
  static let lineLength = 110

  let plan: ResolutionPlan
  let names: LocalNames
  /// What stands in front of the names of the lazies, where the target has types of the same name.
  let libraryPrefix: String

  init(_ plan: ResolutionPlan) {
    self.plan = plan
    names = LocalNames(plan)
    let isHidden = LazyForm.allCases.contains { plan.resolver.declaredNames.contains($0.rawValue) }
    libraryPrefix = isHidden ? TargetSources.libraryName + "." : ""
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
    let conditions = plan.resolver.type.declaration.conditions
    let body = extensionLines()
    guard !conditions.isEmpty else { return body }
    let texts = conditions.map { condition in
      let text = conditions.count > 1 || !condition.holds ? "(\(condition.text))" : condition.text
      return condition.holds ? text : "!\(text)"
    }
    return ["#if \(texts.joined(separator: " && "))"] + body.map { $0.isEmpty ? "" : "  " + $0 } + ["#endif"]
  }

  private func extensionLines() -> [String] {
    let resolver = plan.resolver
    let type = resolver.type
    var lines = availability((type.enclosing + [type.declaration]).flatMap(\.attributes))
    lines.append("extension \(resolver.name) {")
    lines += documentation()
    lines += availability(plan.sites.flatMap(\.declaration.attributes)).map { "  " + $0 }
    if let actor = plan.actor { lines.append("  @\(actor)") }
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

  /// The level of access of `Output`, and whether the type keeps away from the default actor of its module.
  private func modifiers() -> String {
    let output = plan.resolver.output
    var level = output?.declaration.accessLevel
    if level == nil, output?.container.kind == .extension { level = output?.container.accessLevel }
    let isNonisolated = plan.resolver.type.declaration.modifiers.contains { $0.name == "nonisolated" }
    let visible = ["public", "package"].contains(level ?? "") ? level! + " " : ""
    return visible + (isNonisolated && plan.actor == nil ? "nonisolated " : "")
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
