import FacetSyntax

/// Every key has something that builds it.
enum KeyFunctionCheck {
  // What is reported already: there is something for the key, only not in the right form or place.
  static func run(_ resolver: ResolverModel, reported: Set<String>) -> [Diagnostic] {
    let missing = resolver.keys.filter {
      resolver.provider(of: $0.name) == nil && !reported.contains($0.name)
    }
    if missing.isEmpty { return [] }
    var unavailable: [String: ResolverFunction] = [:]
    for function in resolver.functions.reversed() where function.site.isUnavailable {
      if let key = function.result.namedKey { unavailable[key] = function }
    }
    let properties = properties(of: resolver)
    return missing.compactMap { key in
      if let function = unavailable[key.name] {
        return .error(
          "'\(function.name)' is unavailable, so that resolve() cannot call it, and nothing else builds "
            + "'Key.\(key.name)'; add another function that returns it, or make the key unavailable too",
          at: function.site.location)
      }
      let property = property(of: key, among: properties[key.target] ?? []).map {
        ", or give the property '\($0.declaration.name)' this type in place of '\(key.target)'"
      }
      return .error(
        "no function of '\(resolver.name)' returns 'Key.\(key.name)'; add one, such as "
          + "'func \(GeneratedName.local(for: key.name))() -> \(GeneratedName.key(key.name))'"
          + (property ?? ""),
        at: key.site.location)
    }
  }

  /// The properties that are not computed, by their types.
  private static func properties(of resolver: ResolverModel) -> [String: [ResolverModel.Site]] {
    var result: [String: [ResolverModel.Site]] = [:]
    for site in resolver.members where site.declaration.kind == .variable && !site.declaration.isComputed {
      if let type = site.declaration.type { result[type.text, default: []].append(site) }
    }
    return result
  }

  /// Of the properties with the type that the key stands for, the only one, or the one with the name of the key.
  private static func property(
    of key: ResolverModel.Key, among found: [ResolverModel.Site]
  ) -> ResolverModel.Site? {
    found.count == 1 ? found[0] : found.first { $0.declaration.name == GeneratedName.lowered(key.name) }
  }
}
