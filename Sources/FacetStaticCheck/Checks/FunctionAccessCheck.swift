import FacetSyntax

/// Functions that return a key can be called from the generated file.
enum FunctionAccessCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.providers.compactMap { provider in
      guard provider.site.declaration.isPrivate || isPrivateByExtension(provider.site) else { return nil }
      return .error(
        "'\(provider.name)' returns a key, so it must not be private: the generated code calls it from another file",
        at: provider.site.location)
    }
  }

  /// `private extension` makes its members private unless they say otherwise.
  private static func isPrivateByExtension(_ site: ResolverModel.Site) -> Bool {
    site.container.kind == .extension && site.container.isPrivate && site.declaration.accessLevel == nil
  }
}
