import FacetSyntax

/// No service that lives as long as its container keeps one that is replaced before.
///
/// Only what is certain counts: the factory resolves the other whenever it runs, both name their scopes, and the sources reset
/// the scope of the other.
enum CapturedServiceCheck {
  private static let standard: Set<String> = [
    "", "transient", "unique", "graph", "container", "weak", "shared", "application", "cached", "perArgument",
    "scoped", "custom", "singleton",
  ]

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let resetScopes = resetScopes(model)
    return model.demands.compactMap { demand in
      guard demand.isCertain, !demand.isDeferred, let source = model.owners(of: demand).first,
        model.offers[source].objectScope.name == "container"
      else { return nil }
      let found = model.offers(for: demand)
      guard found.count == 1, let offer = found.first.map({ model.offers[model.offers[$0].target ?? $0] }),
        offer.objectScope.name == "graph" || offer.objectScope.name == "scoped"
          || resetScopes.contains(offer.objectScope.name)
      else { return nil }
      return Diagnostic(
        offer.objectScope.name == "graph" ? .note : .warning,
        message(model.offers[source], demand, offer), at: demand.location,
        notes: [Diagnostic.Note("\(offer.words) is registered here", at: offer.location)],
        subject: ContainerGraph.name(of: model.offers[source]))
    }
  }

  private static func message(
    _ owner: ServiceOffer, _ demand: ServiceDemand, _ offer: ServiceOffer
  ) -> String {
    let start = "\(owner.words) lives as long as the container and keeps \(demand.words)"
    guard offer.objectScope.name == "scoped" else {
      return
        "\(start) of the scope '\(offer.objectScope.name)'; ask for a Provider of it, and use that anew each time"
    }
    return
      "\(start), which is scoped; give \(owner.words) the scope .scoped too, or pass \(demand.words) to the "
      + "function that uses it"
  }

  // MARK: - What is reset

  /// The scopes of their own that the sources reset by name.
  private static func resetScopes(_ model: ContainerModel) -> Set<String> {
    var result: Set<String> = []
    for call in model.sources.files.lazy.flatMap(\.calls) where call.name == "resetObjectScope" {
      if let name = call.arguments.first?.names?.last { result.insert(name) }
    }
    return result.subtracting(standard)
  }
}
