import FacetSyntax

/// A property that is to build a key is stored and can be seen.
enum ComputedPropertyCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.members.compactMap { site in
      let property = site.declaration
      guard property.kind == .variable,
        property.isComputed || property.isPrivate || property.hasModifier("lazy"),
        case .key(let key) = resolver.reader.use(of: property.type, in: site.file),
        resolver.provider(of: key) == nil, resolver.key(named: key) != nil
      else { return nil }
      let name = site.declaration.name
      return site.error(
        "'\(name)' does not build 'Key.\(key)', for it is \(reason(property)); only functions and stored "
          + "properties that others can see do, so make it 'func \(GeneratedName.escaped(name))() -> \(GeneratedName.key(key))'",
        subject: key)
    }
  }

  private static func reason(_ property: Declaration) -> String {
    if property.isComputed { return "a computed property" }
    return property.hasModifier("lazy") ? "a lazy property" : "a private property"
  }
}
