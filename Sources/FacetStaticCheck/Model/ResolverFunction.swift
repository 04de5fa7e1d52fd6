import FacetSyntax

/// A function of a resolver, with what its types mean.
struct ResolverFunction {
  var site: ResolverModel.Site
  var parameters: [ResolverParameter]
  /// What the result has to do with keys.
  var result: TypeUse
  var effects: EffectSet
  /// Whether the generated function will be static.
  var isInStaticResolver: Bool

  var declaration: Declaration { site.declaration }
  var isStatic: Bool { declaration.hasModifier("static") || declaration.hasModifier("class") }

  /// Whether the function has no result, takes a key and can be seen.
  ///
  /// One that takes none does something else.
  var isConfiguration: Bool {
    guard result == .none, !declaration.isPrivate else { return false }
    return parameters.contains { $0.use.namedKey != nil }
  }

  /// Whether the function could be called `resolve()`, as the generated one is.
  var isCalledLikeResolve: Bool {
    declaration.name == "resolve" && isStatic == isInStaticResolver
      && declaration.parameters.allSatisfy(\.hasDefault)
  }
}

/// A parameter of a resolver or configuration function, or of one that would like to be.
struct ResolverParameter {
  var declaration: Parameter
  var use: TypeUse
  var location: SourceLocation

  /// Whether the call leaves the parameter out, because it is no key and has a default.
  var isOmitted: Bool {
    guard declaration.hasDefault else { return false }
    switch use {
    case .key, .lazy: return false
    default: return true
    }
  }
}

/// What builds a key.
struct Provider {
  enum Kind {
    case function, property
  }

  var key: String
  var kind: Kind
  var function: ResolverFunction

  var site: ResolverModel.Site { function.site }
  var name: String { site.declaration.name }
  var effects: EffectSet { function.effects }
  /// The parameters that the generated call fills in.
  var parameters: [ResolverParameter] { function.parameters.filter { !$0.isOmitted } }
}
