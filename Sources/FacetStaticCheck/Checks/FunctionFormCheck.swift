import FacetSyntax

/// Resolver and configuration functions have a form that generated code can call; `resolve()` is generated, not written.
enum FunctionFormCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    let called = resolver.called.flatMap { function in
      problems(of: function, resolver).map { function.site.error("'\(function.name)' \($0)") }
    }
    return called
      + resolver.functions.filter { $0.isCalledLikeResolve(in: resolver) }.map { function in
        function.site.error(
          "'resolve()' is generated for '\(resolver.name)', so it must not be written by hand; delete the file if another "
            + "generator wrote it, or give this function another name", subject: function.key)
      }
      + resolver.functions.filter(isForgotten).map { function in
        function.site.error(
          "'\(function.name)' looks like a configuration function, but it is private, so resolve() does not call it, and nothing "
            + "else in its file does")
      }
  }

  /// Whether a private function takes keys and returns nothing, as a configuration function does, and is named nowhere else in its file.
  private static func isForgotten(_ function: ResolverFunction) -> Bool {
    guard function.isHidden, function.result == .none, function.declaration.kind == .func, function.takesKeys,
      !function.site.isUnavailable
    else { return false }
    let tokens = TokenBuffer(function.site.file)
    return (0..<tokens.count).count { tokens.identifier($0) == function.name } == 1
  }

  private static func problems(of function: ResolverFunction, _ resolver: ResolverModel) -> [String] {
    let (declaration, container) = (function.declaration, function.site.container)
    var result: [String] = []
    if declaration.hasModifier("mutating") {
      result.append("must not be mutating: resolve() leaves the resolver as it is")
    } else if declaration.kind == .func, declaration.isGeneric || declaration.hasWhereClause {
      result.append("must not be generic: nothing says what its parameters stand for")
    } else if declaration.effects.throwing == .rethrows {
      result.append("must not rethrow; write 'throws'")
    } else if container.kind == .extension, container.hasWhereClause {
      result.append("must not stand in an extension with conditions: '\(resolver.shortName)' needs it always")
    }
    if resolver.isStatic, !function.isStatic {
      result.append(
        "must be static: '\(resolver.name)' is an enum without cases, so that nobody has a value of it")
    }
    if case .key = function.result, function.isHidden, declaration.isPrivate || container.kind == .extension {
      result.append("returns a key, so it must not be private: the generated code calls it from another file")
    }
    return result
  }
}
