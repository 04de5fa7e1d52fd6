import FacetSyntax

/// A private function that looks like a configuration function, and that nothing calls, was meant to be one.
enum UncalledConfigurationCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.compactMap { function in
      guard function.result == .none, function.declaration.isPrivate, function.declaration.attributes.isEmpty,
        function.parameters.contains(where: { $0.use.namedKey != nil }),
        mentions(of: function.declaration.name, in: function.site.file) == 1
      else { return nil }
      return .error(
        "'\(function.declaration.name)' has the form of a configuration function, but the generated code cannot call what is "
          + "private, and nothing else calls it; let it be seen, or remove it", at: function.site.location)
    }
  }

  /// How often a name stands in a file, which is all that can call what is private in it.
  private static func mentions(of name: String, in file: SourceFile) -> Int {
    let tokens = TokenBuffer(file)
    return (0..<tokens.count).count { place in
      let token = tokens[place]
      return token.kind == .identifier && file.text(Int(token.start), Int(token.end)) == name
    }
  }
}
