import FacetSyntax

/// The functions of an enum without cases are static, for it has no values.
enum StaticFormCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard resolver.isStatic else { return [] }
    return resolver.called.filter { !$0.isStatic }.map { function in
      .error(
        "'\(function.declaration.name)' must be static: '\(resolver.name)' is an enum without cases, so that nobody has "
          + "a value of it", at: function.site.location)
    }
  }
}
