import FacetSyntax

/// A function returns a declared key, and the key itself.
enum ResultCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard resolver.hasKeys else { return [] }
    return resolver.functions.compactMap { function in
      guard !function.site.isUnavailable, let type = function.declaration.type else { return nil }
      let location = function.site.location(type.offset)
      switch function.result {
      case .key(let name) where resolver.key(named: name) == nil:
        return .error(KeyNames.undeclared(name, in: resolver), at: location)
      case .unusable(let key, let why) where !function.declaration.isPrivate:
        let reason =
          why == "optional"
          ? ", not an optional; if it may be missing, say so in its alias"
          : "; a key has no generic arguments"
        return .error(
          "'\(function.name)' must return 'Key.\(key)' itself\(reason)", at: location, subject: key)
      case let use where use.isLazy && !function.declaration.isPrivate:
        let key = use.key ?? ""
        return .error(
          "'\(function.name)' must return 'Key.\(key)' itself; the lazy is made by the generated code",
          at: location, subject: key)
      default: return nil
      }
    }
  }
}
