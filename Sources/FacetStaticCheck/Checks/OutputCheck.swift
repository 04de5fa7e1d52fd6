import FacetSyntax

/// `Output` is an alias of one of the keys.
enum OutputCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard let output = resolver.output else {
      if resolver.conditionalMembers.contains(where: { $0.declaration.name == "Output" }) { return [] }
      // What nothing else needs.
      let needed = Set(resolver.functions.flatMap { $0.parameters.compactMap(\.use.namedKey) })
      let open = resolver.keys.filter { !needed.contains($0.name) }
      let key = open.count == 1 ? GeneratedName.key(open[0].name) : "Key.…"
      return [resolver.error("resolver '\(resolver.name)' has no output; add 'typealias Output = \(key)'")]
    }
    guard output.declaration.kind == .typealias else {
      let kind = output.declaration.kind.rawValue
      let article = ["enum", "actor"].contains(kind) ? "an" : "a"
      return [output.error("'Output' must be an alias of a key; here it is \(article) \(kind)")]
    }
    var result: [Diagnostic] = []
    if output.declaration.isPrivate {
      result.append(output.error("'Output' is private; the generated code cannot see it from its file"))
    }
    guard let type = output.declaration.type, !type.text.isEmpty else { return result }
    let location = output.location(type.offset)
    if case .key(let name) = resolver.outputUse {
      if resolver.hasKeys, resolver.key(named: name) == nil {
        result.append(.error(KeyNames.undeclared(name, in: resolver), at: location))
      }
    } else {
      let suggestion = KeyNames.suggestion(for: type.text, in: resolver)
      result.append(
        .error("'Output' must be an alias of a key; '\(type.text)' is none\(suggestion)", at: location))
    }
    return result
  }
}
