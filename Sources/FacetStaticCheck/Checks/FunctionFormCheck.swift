import FacetSyntax

/// Resolver and configuration functions have a form that generated code can call.
enum FunctionFormCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.called.compactMap { function in
      problem(of: function, resolver).map {
        .error("'\(function.declaration.name)' \($0)", at: function.site.location)
      }
    }
  }

  private static func problem(of function: ResolverFunction, _ resolver: ResolverModel) -> String? {
    if function.declaration.hasModifier("mutating") {
      return "must not be mutating: resolve() leaves the resolver as it is"
    }
    if function.declaration.kind == .func,
      function.declaration.isGeneric || function.declaration.hasWhereClause
    {
      return "must not be generic: nothing says what its parameters stand for"
    }
    if function.declaration.effects.throwing == .rethrows {
      return "must not rethrow; write 'throws'"
    }
    if function.site.container.kind == .extension, function.site.container.hasWhereClause {
      return "must not stand in an extension with conditions: '\(resolver.shortName)' needs it always"
    }
    return nil
  }
}
