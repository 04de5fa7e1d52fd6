/// Writes the generated file of a target.
enum FileEmitter {
  private static let header = "// Written by facet from the resolvers of this target; changes here are lost."

  /// The whole file.
  ///
  /// A target without resolvers gets one too, for build systems want to know their files beforehand.
  static func text(of plans: [ResolutionPlan]) -> String {
    guard !plans.isEmpty else { return header + "\n// There are none.\n" }
    let emitters = plans.map(ResolverEmitter.init)
    var lines = [header]
    let imports = imports(of: emitters)
    if !imports.isEmpty { lines += [""] + imports }
    for emitter in emitters {
      lines += ["", "// MARK: - \(emitter.plan.resolver.name)", ""] + emitter.lines()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func imports(of emitters: [ResolverEmitter]) -> [String] {
    var lines: Set<String> = []
    if let user = emitters.first(where: \.usesLibrary) {
      let written = user.plan.resolver.imports.first { $0.name == TargetSources.libraryName }
      lines.insert(line(modifiers: written?.modifiers ?? [], keepsPublic: false) + TargetSources.libraryName)
    }
    for emitter in emitters where emitter.plan.namesForeignFailure {
      for declaration in emitter.plan.failureImports where declaration.name != TargetSources.libraryName {
        lines.insert(line(modifiers: declaration.modifiers, keepsPublic: true) + declaration.name)
      }
    }
    return lines.sorted()
  }

  /// The import as it is written in the sources: a module that is imported in two ways in one target is a
  /// warning.
  ///
  /// An import that is public without need is one too.
  private static func line(modifiers: [Modifier], keepsPublic: Bool) -> String {
    let level = modifiers.first?.name ?? ""
    switch level {
    case "public", "package": return keepsPublic ? "\(level) import " : "import "
    case "internal", "fileprivate", "private": return "internal import "
    default: return "import "
    }
  }
}

extension ResolutionPlan {
  /// The errors' types that the generated code names.
  private var failures: Set<String> {
    let all = [effects.failure] + steps.filter(\.isOnDemand).map(\.effects.failure)
    return Set(all.compactMap { $0 }).subtracting([EffectSet.anyError])
  }

  /// Whether one of them comes from another module, so that its import is needed in the generated file too.
  fileprivate var namesForeignFailure: Bool {
    failures.contains { failure in
      let root = failure.split(separator: ".").first.map(String.init) ?? failure
      return !resolver.declaredNames.contains(root)
    }
  }

  /// The imports of the resolver's file.
  fileprivate var failureImports: [Declaration] {
    resolver.imports.filter { $0.conditions.isEmpty && $0.attribute(named: "testable") == nil }
  }
}
