import FacetSyntax

/// Every function that others can see builds a key or configures some.
enum FunctionPurposeCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.compactMap { function in
      guard isWithoutPurpose(function, in: resolver) else { return nil }
      let name = function.name
      return .error(
        "'\(name)' is neither a resolver function, which returns a key, nor a configuration function, which returns "
          + "nothing and takes keys" + help(function, resolver), at: function.site.location)
    }
  }

  /// The keys that such functions were probably meant to build.
  static func reportedKeys(in resolver: ResolverModel) -> Set<String> {
    Set(
      resolver.functions.lazy.filter { isWithoutPurpose($0, in: resolver) }.compactMap {
        meantKey($0, resolver)
      })
  }

  private static func isWithoutPurpose(_ function: ResolverFunction, in resolver: ResolverModel) -> Bool {
    let isHidden =
      function.declaration.isPrivate
      || (function.site.container.isPrivate && function.declaration.accessLevel == nil)
    guard !isHidden, !function.site.isUnavailable, !function.isCalledLikeResolve else { return false }
    switch function.result {
    case .key, .unusable, .lazy, .misspelledLazy: return false
    case .other: return true
    case .none: return !function.isConfiguration
    }
  }

  private static func help(_ function: ResolverFunction, _ resolver: ResolverModel) -> String {
    guard let key = meantKey(function, resolver) else {
      return "; a private helper that returns no key is fine"
    }
    return "; did you mean 'Key.\(key)'? (A private helper that returns no key is fine.)"
  }

  /// The key that has the name of the function, and that nothing builds; else the one that is near to its result.
  private static func meantKey(_ function: ResolverFunction, _ resolver: ResolverModel) -> String? {
    guard let type = function.declaration.type else { return nil }
    let named = resolver.key(builtByFunctionNamed: function.name)
    return named?.name ?? KeyNames.near(type.text, in: resolver)
  }
}
