import FacetSyntax

/// The words whose files must be read too, because what has been read does not say what they mean.
struct OpenQuestions {
  /// The names by which the protocol and the lazies may be known in the target.
  private var libraryNames = Set([TargetSources.protocolName] + LazyForm.allCases.map(\.rawValue))
  /// The last names of what may be a resolver, and of its aliases.
  private var resolverNames: Set<String> = []
  /// The last names of what aliases stand for, with the names of the aliases.
  private var aliases: [String: [String]] = [:]
  private var asked: Set<String> = [TargetSources.libraryName]

  /// What is to be looked for after `files` were read; nothing when all that matters has been read.
  mutating func words(after files: [TargetSources.File]) -> [String] {
    guard !files.isEmpty else { return [] }
    // The names of the library may be hidden by the target's own.
    var words: [String] = [TargetSources.protocolName] + LazyForm.allCases.map(\.rawValue)
    for file in files { collectAliases(file.declarations, into: &words) }
    for file in files { collect(file.declarations, into: &words) }
    words += aliasesOfResolvers()
    return words.filter { asked.insert($0).inserted }
  }

  /// Extensions may call a resolver by these names.
  private mutating func aliasesOfResolvers() -> [String] {
    var result: [String] = []
    var pending = Array(resolverNames)
    while let name = pending.popLast() {
      for alias in aliases[name] ?? [] where resolverNames.insert(alias).inserted {
        result.append(alias)
        pending.append(alias)
      }
    }
    return result.sorted()
  }

  /// Other names of the library's types: `typealias StaticResolver = FacetStatic.Resolver`.
  private mutating func collectAliases(_ declarations: [Declaration], into words: inout [String]) {
    for declaration in declarations {
      if declaration.kind == .typealias, let target = declaration.type?.text, names(target) {
        libraryNames.insert(declaration.name)
        words.append(declaration.name)
      } else if declaration.kind == .typealias, let target = declaration.type?.text {
        aliases[TypeSyntax(target).path.last ?? "", default: []].append(declaration.name)
      }
      collectAliases(declaration.members, into: &words)
    }
  }

  private mutating func collect(_ declarations: [Declaration], into words: inout [String]) {
    for declaration in declarations {
      if declaration.inherited.contains(where: { names($0.text) }) {
        let name = TypeSyntax(declaration.name).path.last ?? declaration.name
        words.append(name)
        resolverNames.insert(name)
      }
      if case .typed(let failure) = declaration.effects.throwing {
        words.append(TypeSyntax(failure).path.last ?? failure)
      }
      if declaration.kind == .func || declaration.kind == .extension || declaration.isType {
        words += declaration.attributes.filter(\.mayBeActor).map(\.lastName)
      }
      collect(declaration.members, into: &words)
    }
  }

  /// Whether one of the types composed in `text` may be the library's.
  private func names(_ text: String) -> Bool {
    TypeSyntax(text).composed.contains { libraryNames.contains($0.path.last ?? "") }
  }
}
