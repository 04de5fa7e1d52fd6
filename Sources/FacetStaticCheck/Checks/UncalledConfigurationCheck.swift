import FacetSyntax

/// A private function that looks like a configuration function, and that nothing calls, was meant to be one.
enum UncalledConfigurationCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    var mentions: [String: [String: Int]] = [:]
    return resolver.functions.compactMap { function in
      let (declaration, file) = (function.declaration, function.site.file)
      guard function.result == .none, declaration.isPrivate, declaration.attributes.isEmpty,
        function.parameters.contains(where: { $0.use.namedKey != nil })
      else { return nil }
      // What is private can be called in its file alone.
      let words = mentions[file.path] ?? words(in: file)
      mentions[file.path] = words
      guard words[declaration.name] == 1 else { return nil }
      return .error(
        "'\(declaration.name)' has the form of a configuration function, but the generated code cannot call what is "
          + "private, and nothing else calls it; let it be seen, or remove it", at: function.site.location)
    }
  }

  /// How often each name stands in a file.
  private static func words(in file: SourceFile) -> [String: Int] {
    let tokens = TokenBuffer(file)
    var result: [String: Int] = [:]
    for index in 0..<tokens.count where tokens[index].kind == .identifier {
      result[tokens.text(index), default: 0] += 1
    }
    return result
  }
}
