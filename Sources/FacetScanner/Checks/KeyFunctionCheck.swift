/// Every key has something that builds it.
enum KeyFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.keys.compactMap { key in
      guard resolver.provider(of: key.name) == nil, !isBuiltConditionally(key, in: resolver) else { return nil }
      return .error(
        "no function of '\(resolver.name)' returns 'Key.\(key.name)'; add one, such as "
          + "'func \(GeneratedName.local(for: key.name))() -> Key.\(key.name)'", at: key.site.location)
    }
  }

  /// Whether a function inside `#if` builds the key; that is reported by itself.
  private static func isBuiltConditionally(_ key: ResolverModel.Key, in resolver: ResolverModel) -> Bool {
    resolver.conditionalMembers.contains { site in
      site.declaration.kind == .func && site.declaration.type?.text.hasSuffix("Key.\(key.name)") == true
    }
  }
}
