import FacetSyntax

/// A function of a resolver, or a stored property that builds a key, with what its types mean.
struct ResolverFunction {
  var site: ResolverModel.Site
  var parameters: [ResolverParameter]
  /// What the result has to do with keys.
  var result: TypeUse
  var effects: EffectSet

  var declaration: Declaration { site.declaration }
  var name: String { declaration.name }
  var isProperty: Bool { declaration.kind == .variable }
  /// The key that it builds.
  var key: String { result.key ?? "" }
  /// The parameters that the generated call fills in.
  var filled: [ResolverParameter] { parameters.filter { !$0.isOmitted } }
  var isStatic: Bool { declaration.hasModifier("static") || declaration.hasModifier("class") }

  /// Whether generated code cannot see it: the members of what is private are so, too, unless they say otherwise.
  var isHidden: Bool { declaration.isPrivate || site.container.isPrivate && declaration.accessLevel == nil }

  /// Whether the function has no result, takes a key and can be seen.
  ///
  /// One that takes none does something else.
  var isConfiguration: Bool { result == .none && !declaration.isPrivate && takesKeys }

  var takesKeys: Bool { parameters.contains { $0.use.namedKey != nil } }

  /// Whether the function could be called `resolve()`, as the generated one is.
  func isCalledLikeResolve(in resolver: ResolverModel) -> Bool {
    declaration.name == "resolve" && isStatic == resolver.isStatic
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
