import FacetSyntax

/// `Key` is an enum, and there is one.
enum KeySpaceCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard let first = resolver.keySpaces.first else {
      if resolver.conditionalMembers.contains(where: { $0.declaration.name == "Key" }) { return [] }
      return [
        resolver.error(
          "resolver '\(resolver.name)' has no keys; add 'enum Key' with a type alias for each object that it builds"
        )
      ]
    }
    let again = resolver.keySpaces.dropFirst().map { space in
      space.error(
        "resolver '\(resolver.name)' declares 'Key' twice",
        notes: [Diagnostic.Note("first declared here", at: first.location)])
    }
    let others = resolver.keySpaces.filter { $0.declaration.kind != .enum }.map { space in
      let kind = space.declaration.kind == .typealias ? "type alias" : space.declaration.kind.rawValue
      return space.error(
        "'Key' must be an enum without cases, for it only holds names; here it is \(kind == "actor" ? "an" : "a") \(kind)"
      )
    }
    let hidden = resolver.keySpaces.filter(\.declaration.isPrivate).map {
      $0.error("'Key' is private; the generated code cannot see it from its file")
    }
    return again + others + hidden
  }
}
