import FacetSyntax

/// Every key has something that builds it.
enum KeyFunctionCheck {
  // What is reported already: there is something for the key, only not in the right form or place.
  static func run(_ resolver: ResolverModel, reported: Set<String>) -> [Diagnostic] {
    var unavailable: [String: ResolverFunction] = [:]
    for function in resolver.functions.reversed() where function.site.isUnavailable {
      if let key = function.result.namedKey { unavailable[key] = function }
    }
    return resolver.keys.compactMap { key in
      guard resolver.provider(of: key.name) == nil, !reported.contains(key.name) else { return nil }
      if let function = unavailable[key.name] {
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
