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

/// `Key` holds type aliases and nothing else, each a single visible type.
enum KeyMemberCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.keyMembers.flatMap { site in
      site.declaration.kind == .typealias ? problems(of: site, in: resolver) : [foreign(site)]
    }
  }

  private static func foreign(_ site: ResolverModel.Site) -> Diagnostic {
    let member = site.declaration
    let kind =
      switch member.kind {
      case .variable: member.isConstant ? "constant" : "variable"
      case .func: "function"
      case .`init`: "initializer"
      default: member.kind.rawValue
      }
    let name = member.name == member.kind.rawValue ? "" : " '\(member.name)'"
    return site.error("'Key' may hold nothing but type aliases; \(kind)\(name) is none")
  }

  private static func problems(of site: ResolverModel.Site, in resolver: ResolverModel) -> [Diagnostic] {
    let name = site.declaration.name
    var result: [Diagnostic] = []
    if site.declaration.isGeneric {
      result.append(site.error("key '\(name)' must not be generic; a key stands for one type"))
    }
    if site.declaration.isPrivate {
      result.append(site.error("key '\(name)' is private; the generated code cannot see it from its file"))
    }
    if let first = resolver.key(named: name)?.site, first.location != site.location {
      let note = Diagnostic.Note("first declared here", at: first.location)
      result.append(site.error("key '\(name)' is declared twice", notes: [note]))
    }
    return result
  }
}
