import FacetSyntax

/// No key is built by two functions.
enum DuplicateFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    var first: [String: ResolverFunction] = [:]
    return resolver.providers.compactMap { provider in
      guard let earlier = first[provider.key] else {
        first[provider.key] = provider
        return nil
      }
      let (verb, kind) = provider.isProperty ? ("held", "stored property") : ("returned", "function")
      return provider.site.error(
        "'Key.\(provider.key)' is \(verb) by a second \(kind), '\(provider.name)'; a key has exactly one",
        notes: [Diagnostic.Note("first \(verb) by '\(earlier.name)' here", at: earlier.site.location)])
    }
  }
}
