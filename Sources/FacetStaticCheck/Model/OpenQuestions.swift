import FacetSyntax

/// The words whose files must be read too, because what has been read does not say what they mean.
struct OpenQuestions {
  /// The names by which the protocol and the lazies may be known in the target; it may have such types of its own.
  private var libraryNames = Set([TargetSources.protocolName] + LazyForm.allCases.map(\.rawValue))
  /// The last names of what may be a resolver, and of its aliases, by which extensions may call it.
  private var resolverNames: Set<String> = []
  private var words = Set([TargetSources.protocolName] + LazyForm.allCases.map(\.rawValue))
  private var asked: Set<String> = [TargetSources.libraryName]

  /// What is to be looked for after `files` were read; nothing when all that matters has been read.
  mutating func words(after files: [TargetSources.File]) -> [String] {
    if files.isEmpty { return [] }
    for file in files { collect(file.declarations) }
    return Array(words.subtracting(asked)).inOrder().filter { asked.insert($0).inserted }
  }

  /// An alias may stand behind its use: what is found adds a word, and all files are looked at again after that.
  private mutating func collect(_ declarations: [Declaration]) {
    for declaration in declarations {
      let isAlias = declaration.kind == .typealias
      let types = isAlias ? [declaration.type].compactMap { $0 } : declaration.inherited
      let meant = types.flatMap { TypeSyntax($0.text).composed }.compactMap(\.path.last)
      let name = isAlias ? declaration.name : TypeSyntax(declaration.name).path.last ?? declaration.name
      if meant.contains(where: libraryNames.contains) {
        if isAlias { libraryNames.insert(name) } else { resolverNames.insert(name) }
        words.insert(name)
      } else if isAlias, meant.contains(where: resolverNames.contains) {
        resolverNames.insert(name)
        words.insert(name)
      }
      if case .typed(let failure) = declaration.effects.throwing {
        words.insert(TypeSyntax(failure).path.last ?? failure)
      }
      if declaration.kind == .func || declaration.kind == .extension || declaration.isType {
        words.formUnion(declaration.attributes.filter(\.mayBeActor).map(\.lastName))
      }
      collect(declaration.members)
    }
  }
}
