/// How the checks speak of types that have the name of a lazy and are none.
enum LazyNames {
  /// What follows a message about a type that looks like a lazy, if it does.
  static func hint(for type: String, in function: ResolverFunction, _ resolver: ResolverModel) -> String? {
    let text = TypeText.withoutParentheses(TypeText.specifiers(type).type)
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
}
