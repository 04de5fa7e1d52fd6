import FacetSyntax

/// The parameters of resolver and configuration functions are keys, or lazies of keys.
enum ParameterCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard resolver.hasKeys else { return [] }
    return resolver.called.flatMap { function in
      function.parameters.compactMap { problem(of: $0, in: function, resolver) }
    }
  }

  private static func problem(
    of parameter: ResolverParameter, in function: ResolverFunction, _ resolver: ResolverModel
  ) -> Diagnostic? {
    let name = parameter.declaration.name
    if parameter.declaration.isVariadic, !parameter.isOmitted {
      return .error("parameter '\(name)' must not be variadic; it stands for one key", at: parameter.location)
    }
    switch parameter.use {
    case .key(let key), .lazy(_, let key, _), .misspelledLazy(_, let key):
      guard !parameter.isOmitted, resolver.key(named: key) == nil else { return nil }
      return .error(KeyNames.undeclared(key, in: resolver), at: parameter.location)
    case .unusable(let key, let why): return .error(unusable(name, key, why), at: parameter.location)
    case .none, .other:
      guard !parameter.isOmitted else { return nil }
      let type = parameter.declaration.type.text
      let suggestion =
        lazyHint(type, in: function, resolver) ?? KeyNames.suggestion(for: type, in: resolver)
      let help =
        suggestion.isEmpty
        ? "; '\(function.name)' takes only keys and lazies of keys, so give it a default, or hand the value "
          + "to an initializer of '\(resolver.shortName)'" : suggestion
      return .error("parameter '\(name)' is not a key: its type is '\(type)'\(help)", at: parameter.location)
    }
  }

  /// What follows a message about a type that has the name of a lazy and is none.
  private static func lazyHint(
    _ type: String, in function: ResolverFunction, _ resolver: ResolverModel
  ) -> String? {
    let placed = PlacedType(syntax: TypeSyntax(type), scope: resolver.name, file: function.site.file)
    guard let base = placed.syntax.path.first, LazyForm(rawValue: base) != nil,
      resolver.index.libraryType(of: placed) == nil
    else { return nil }
    return "; '\(base)' is another type here, so write 'FacetStatic.\(base)'"
  }

  private static func unusable(_ name: String, _ key: String, _ why: String) -> String {
    switch why {
    case "optional":
      "parameter '\(name)' must not be an optional key: 'Key.\(key)' is always built; if it may be missing, say so in "
        + "its alias"
    case "inout": "parameter '\(name)' must not be inout: each key is built once and handed on as it is"
    default: "parameter '\(name)' must name the key alone, 'Key.\(key)'; a key has no generic arguments"
    }
  }
}
