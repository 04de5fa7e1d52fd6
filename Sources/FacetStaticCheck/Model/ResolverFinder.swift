import FacetSyntax

/// Finds the resolvers of a target and gathers what belongs to each.
package struct ResolverFinder {
  let sources: TargetSources
  let index: TypeIndex

  package init(_ sources: TargetSources, moduleName: String) {
    self.sources = sources
    index = TypeIndex(sources, moduleName: moduleName)
  }

  /// The resolvers in the order of their places.
  ///
  /// A type that is declared twice, once in each branch of an `#if`, gives two.
  package func resolvers() -> [ResolverModel] {
    index.types.compactMap { type in
      guard type.declaration.kind != .protocol, type.declaration.name != "", conforms(type) else {
        return nil
      }
      return model(of: type)
    }
  }

  /// The extensions that make a resolver of a type that is not declared in the target.
  package func misplacedResolvers() -> [Diagnostic] {
    index.extensions.values.joined().compactMap { entry in
      guard isConformance(entry), !index.containsType(entry.path) else { return nil }
      return .error(
        "'\(entry.path)' is made a resolver here, but this target does not declare it; a resolver and its functions "
          + "belong to one target",
        at: entry.file.source.location(at: entry.declaration.nameOffset))
    }
  }

  private func conforms(_ type: TypeIndex.Entry) -> Bool {
    if isConformance(type) { return true }
    return index.extensions(of: type.path).contains { entry in
      isConformance(entry) && Applicability(entry.declaration, in: type) != .never
    }
  }

  /// Whether the declaration itself names the protocol.
  private func isConformance(_ entry: TypeIndex.Entry) -> Bool {
    entry.declaration.inherited.contains {
      index.namesProtocol(
        PlacedType(syntax: TypeSyntax($0.text), scope: entry.scope, file: entry.file.source))
    }
  }
}

/// Whether a declaration holds wherever the resolver's type does, judged by the texts of the `#if` conditions.
enum Applicability {
  case always, sometimes, never

  init(_ declaration: Declaration, in type: TypeIndex.Entry) {
    let known = type.declaration.conditions
    let open = declaration.conditions.filter { !known.contains($0) }
    let isRuledOut = open.contains { known.contains(Condition(text: $0.text, holds: !$0.holds)) }
    self = isRuledOut ? .never : open.isEmpty ? .always : .sometimes
  }
}
