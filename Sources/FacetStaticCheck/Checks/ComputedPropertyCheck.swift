import FacetSyntax

/// A property that is to build a key is stored and can be seen.
enum ComputedPropertyCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    sites(resolver).compactMap { site, key in
      guard resolver.provider(of: key) == nil, resolver.key(named: key) != nil else { return nil }
      let name = site.declaration.name
      return .error(
        "'\(name)' does not build 'Key.\(key)', for it is \(reason(site.declaration)); only functions and stored "
          + "properties that others can see do, so make it 'func \(GeneratedName.escaped(name))() -> \(GeneratedName.key(key))'",
        at: site.location)
    }
  }

  /// The keys for which a property that cannot build them looks as if it should.
  static func reportedKeys(in resolver: ResolverModel) -> Set<String> {
    Set(sites(resolver).map(\.key))
  }

  private static func sites(_ resolver: ResolverModel) -> [(site: ResolverModel.Site, key: String)] {
    resolver.members.compactMap { site in
      let property = site.declaration
      guard property.kind == .variable,
        property.isComputed || property.isPrivate || property.hasModifier("lazy"),
        case .key(let key) = resolver.reader.use(of: property.type, in: site.file)
      else { return nil }
      return (site, key)
    }
  }

  private static func reason(_ property: Declaration) -> String {
    if property.isComputed { return "a computed property" }
    return property.hasModifier("lazy") ? "a lazy property" : "a private property"
  }
}
