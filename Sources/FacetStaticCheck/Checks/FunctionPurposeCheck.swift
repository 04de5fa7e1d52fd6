import FacetSyntax

/// Every function that others can see builds a key or configures some.
enum FunctionPurposeCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.compactMap { function in
      guard isWithoutPurpose(function, in: resolver) else { return nil }
      let key = meantKey(function, resolver)
      let help =
        key.map { "did you mean 'Key.\($0)'? (A private helper that returns no key is fine.)" }
        ?? "a private helper that returns no key is fine"
      return function.site.error(
        "'\(function.name)' is neither a resolver function, which returns a key, nor a configuration function, which returns "
          + "nothing and takes keys; " + help, subject: key ?? "")
    }
  }

  private static func isWithoutPurpose(_ function: ResolverFunction, in resolver: ResolverModel) -> Bool {
    guard !function.isHidden, !function.site.isUnavailable, !function.isCalledLikeResolve(in: resolver) else {
      return false
    }
    switch function.result {
    case .key, .unusable, .lazy, .misspelledLazy: return false
    case .other: return true
    case .none: return !function.isConfiguration
    }
  }

  /// The key that has the name of the function, and that nothing builds; else the one that is near to its result.
  private static func meantKey(_ function: ResolverFunction, _ resolver: ResolverModel) -> String? {
    guard let type = function.declaration.type else { return nil }
    let named = resolver.key(builtByFunctionNamed: function.name)
    return named?.name ?? KeyNames.near(type.text, in: resolver)
  }
}
