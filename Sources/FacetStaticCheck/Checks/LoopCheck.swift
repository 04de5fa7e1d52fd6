import FacetGraph
import FacetSyntax

/// No key needs itself, be it through others or through a lazy.
enum LoopCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.graph.loops().map { loop in
      let keys = loop.map { resolver.keys[$0] }
      let path = (keys + [keys[0]]).map(\.name).joined(separator: " → ")
      let notes = keys.indices.compactMap { note(from: keys[$0], to: keys[($0 + 1) % keys.count], resolver) }
      return .error(
        "'Key.\(keys[0].name)' needs itself: \(path); build one of them without another, or hand it over later in a "
          + "configuration function", at: keys[0].site.location, notes: notes)
    }
  }

  private static func note(
    from source: ResolverModel.Key, to target: ResolverModel.Key, _ resolver: ResolverModel
  ) -> Diagnostic.Note? {
    guard let provider = resolver.provider(of: source.name),
      let parameter = provider.filled.first(where: { $0.use.key == target.name })
    else { return nil }
    return Diagnostic.Note("'\(provider.name)' needs 'Key.\(target.name)' here", at: parameter.location)
  }
}
