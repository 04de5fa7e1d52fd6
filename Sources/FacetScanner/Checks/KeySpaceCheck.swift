/// `Key` is an enum, and there is one.
enum KeySpaceCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard let first = resolver.keySpaces.first else {
      if resolver.hasUnreadParts { return [] }
      if resolver.conditionalMembers.contains(where: { $0.declaration.name == "Key" }) { return [] }
      return [
        .error(
          "resolver '\(resolver.name)' has no keys; add 'enum Key' with a type alias for each object that it builds",
          at: resolver.location)
      ]
    }
    var result: [Diagnostic] = []
    for space in resolver.keySpaces.dropFirst() {
      result.append(
        .error(
          "resolver '\(resolver.name)' declares 'Key' twice", at: space.location,
          notes: [Diagnostic.Note("first declared here", at: first.location)]))
    }
    for space in resolver.keySpaces where space.declaration.kind != .enum {
      let kind = space.declaration.kind == .typealias ? "type alias" : space.declaration.kind.rawValue
      let article = kind == "actor" ? "an" : "a"
      result.append(
        .error(
          "'Key' must be an enum without cases, for it only holds names; here it is \(article) \(kind)",
          at: space.location))
    }
    for space in resolver.keySpaces where space.declaration.isPrivate {
      result.append(
        .error("'Key' is private; the generated code cannot see it from its file", at: space.location))
    }
    return result
  }
}
