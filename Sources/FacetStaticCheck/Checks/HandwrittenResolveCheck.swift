import FacetSyntax

/// `resolve()` is generated, not written.
enum HandwrittenResolveCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.filter(\.isCalledLikeResolve).map { function in
      .error(
        "'resolve()' is generated for '\(resolver.name)', so it must not be written by hand; delete the file if another "
          + "generator wrote it, or give this function another name", at: function.site.location)
    }
  }
}
