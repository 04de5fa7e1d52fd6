import FacetSyntax

/// Every key has something that builds it.
enum KeyFunctionCheck {
  // What is reported already: there is something for the key, only not in the right form or place.
  static func run(_ resolver: ResolverModel, reported: Set<String>) -> [Diagnostic] {
    let unavailable = resolver.functions.filter(\.site.isUnavailable)
    return resolver.keys.compactMap { key in
      guard resolver.provider(of: key.name) == nil, !reported.contains(key.name) else { return nil }
      if let function = unavailable.first(where: { $0.result.namedKey == key.name }) {
        return function.site.error(
          "'\(function.name)' is unavailable, so that resolve() cannot call it, and nothing else builds "
            + "'Key.\(key.name)'; add another function that returns it, or make the key unavailable too")
      }
      return key.site.error(
        "no function of '\(resolver.name)' returns 'Key.\(key.name)'; add one, such as "
          + "'func \(GeneratedName.local(for: key.name))() -> \(GeneratedName.key(key.name))'")
    }
  }
}

/// No key is built by two functions.
enum DuplicateFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.providers.compactMap { provider in
      guard let earlier = resolver.provider(of: provider.key), earlier.site.location != provider.site.location
      else { return nil }
      let (verb, kind) = provider.isProperty ? ("held", "stored property") : ("returned", "function")
      return provider.site.error(
        "'Key.\(provider.key)' is \(verb) by a second \(kind), '\(provider.name)'; a key has exactly one",
        notes: [Diagnostic.Note("first \(verb) by '\(earlier.name)' here", at: earlier.site.location)])
    }
  }
}

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
