import FacetSyntax

/// No service that lives as long as its container keeps one that is replaced before.
///
/// Only what is certain counts: the factory resolves the other whenever it runs, both name their scopes, and the sources reset
/// the scope of the other.
enum CapturedServiceCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let resetScopes = resetScopes(model)
    return model.demands.compactMap { demand in
      guard demand.isCertain, !demand.isDeferred,
        let owner = model.owners(of: demand).first.map({ model.offers[$0] }),
        owner.objectScope.name == "container", let offer = model.entry(for: demand).map({ model.offers[$0] })
      else { return nil }
      let scope = offer.objectScope.name
      guard ["graph", "scoped"].contains(scope) || resetScopes.contains(scope) else { return nil }
      let remedy =
        scope == "scoped"
        ? ", which is scoped; give \(owner.words) the scope .scoped too, or pass \(demand.words) to the function "
          + "that uses it" : " of the scope '\(scope)'; ask for a Provider of it, and use that anew each time"
      return Diagnostic(
        scope == "graph" ? .note : .warning,
        "\(owner.words) lives as long as the container and keeps \(demand.words)\(remedy)",
        at: demand.location,
        notes: [Diagnostic.Note("\(offer.words) is registered here", at: offer.location)],
        subject: ContainerGraph.name(of: owner))
    }
  }

  // MARK: - What is reset

  /// The scopes of their own that the sources reset by name.
  private static func resetScopes(_ model: ContainerModel) -> Set<String> {
    let calls = model.sources.calls.filter { $0.name == "resetObjectScope" }
    let names = calls.compactMap { $0.arguments.first?.names?.last }
    return Set(names.filter { ServiceScope(named: $0) == nil && $0 != "custom" })
  }
}
