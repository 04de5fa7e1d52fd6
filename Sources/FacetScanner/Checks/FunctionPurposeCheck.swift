/// Every function that others can see builds a key or configures some.
enum FunctionPurposeCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.compactMap { function in
      guard isWithoutPurpose(function, in: resolver) else { return nil }
      let name = function.declaration.name
      return .error(
        "'\(name)' is neither a resolver function, which returns a key, nor a configuration function, which returns "
          + "nothing and takes keys" + help(function, resolver), at: function.site.location)
    }
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
    let suggestion = function.declaration.type.map { KeyNames.suggestion(for: $0.text, in: resolver) } ?? ""
    return suggestion.isEmpty
      ? "; a private helper that returns no key is fine"
      : suggestion + " (A private helper that returns no key is fine.)"
  }
}
