import FacetSyntax

/// The generated extension stands in a file of its own: it must be able to name the resolver.
enum TypeAccessCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    if resolver.type.declaration.isPrivate {
      return [
        resolver.error(
          "resolver '\(resolver.name)' is private, so its resolve() cannot be generated; the generated code stands in "
            + "another file")
      ]
    }
    guard let enclosing = resolver.type.enclosing.first(where: \.isPrivate) else { return [] }
    let place = resolver.type.file.source.location(at: enclosing.nameOffset)
    return [
      .error(
        "resolver '\(resolver.name)' stands in the private '\(enclosing.name)', so its resolve() cannot be generated; "
          + "the generated code stands in another file", at: resolver.location,
        notes: [Diagnostic.Note("'\(enclosing.name)' is private here", at: place)])
    ]
  }
}
