/// The name of a lazy means one thing in its file.
enum AmbiguousLazyCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.functions.flatMap { function in
      function.parameters.compactMap { parameter in
        guard parameter.use.isLazy, resolver.index.importsContainer(function.site.file),
          let name = TypeText.generic(TypeText.specifiers(parameter.declaration.type.text).type)?.base,
          name == LazyForm.lazy.rawValue, resolver.index.lookup(name, from: resolver.name) == nil
        else { return nil }
        return .error(
          "'Lazy' is ambiguous here, for this file imports 'Facet' too; write 'FacetStatic.Lazy'",
          at: parameter.location)
      }
    }
  }
}
