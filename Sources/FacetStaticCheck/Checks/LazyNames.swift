import FacetSyntax

/// How the checks speak of types that have the name of a lazy and are none.
enum LazyNames {
  /// What follows a message about a type that looks like a lazy, if it does.
  static func hint(for type: String, in function: ResolverFunction, _ resolver: ResolverModel) -> String? {
    let text = TypeText.withoutParentheses(TypeText.specifiers(type).type)
    if let suggestion = keyHint(for: text, in: function, resolver) { return suggestion }
    guard let base = TypeText.generic(text)?.base, LazyForm(rawValue: base) != nil else { return nil }
    if let path = resolver.index.lookup(base, from: resolver.name) {
      let isParameter = resolver.index.genericParameters.contains(path)
      let what = isParameter ? "generic parameter" : "type of this target"
      return "; '\(base)' is a \(what) here, so write 'FacetStatic.\(base)'"
    }
    guard !resolver.index.seesLibrary(function.site.file) else { return nil }
    return
      "; this file does not import FacetStatic, so that '\(base)' is another type here; write 'FacetStatic.\(base)'"
  }

  /// What follows a message about a lazy of the library that is not of a key.
  private static func keyHint(
    for text: String, in function: ResolverFunction, _ resolver: ResolverModel
  ) -> String? {
    let type = PlacedType(text: text, scope: resolver.name, file: function.site.file)
    guard let (name, arguments) = resolver.index.libraryType(of: type), let form = LazyForm(rawValue: name)
    else { return nil }
    guard let argument = arguments.first else {
      return
        "; write which key it is a lazy of, as in '\(form.spelling(of: resolver.keys.first?.name ?? "Name"))'"
    }
    let suggestion = KeyNames.suggestion(for: argument.text, in: resolver)
    return suggestion.isEmpty ? nil : suggestion
  }
}
