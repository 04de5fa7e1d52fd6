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
    let reset = resetScopes(model)
    return model.demands.compactMap { demand in
      guard demand.isCertain, !demand.isDeferred, let owner = demand.owner,
        let source = model.offersOfCall[owner]?.first, model.offers[source].objectScope == "container"
      else { return nil }
      let found = model.offers(of: demand.type, named: demand.name).filter {
        model.offers[$0].arguments.mayBe(demand.arguments)
      }
      guard found.count == 1, let offer = found.first.map({ entry(model.offers[$0], model) }) else {
        return nil
      }
      let isReset = !standard.contains(offer.objectScope) && reset.contains(offer.objectScope)
      let isScoped = offer.objectScope == "scoped"
      guard isReset || isScoped || offer.objectScope == "graph" else { return nil }
      return Diagnostic(
        isReset || isScoped ? .warning : .note,
        "\(model.offers[source].words) lives as long as the container and keeps \(demand.words) of the scope "
          + "'\(offer.objectScope)'; resolve a Lazy or Provider of it, or resolve it when it is used",
        at: demand.location,
        notes: [Diagnostic.Note("\(offer.words) is registered here", at: offer.location)])
    }
  }

  private static func entry(_ offer: ServiceOffer, _ model: ContainerModel) -> ServiceOffer {
    offer.target.map { model.offers[$0] } ?? offer
  }

  /// The scopes that the sources reset by name.
  private static func resetScopes(_ model: ContainerModel) -> Set<String> {
    var result: Set<String> = []
    for call in model.sources.files.lazy.flatMap(\.calls) where call.name == "resetObjectScope" {
      if case .member(let names)? = call.arguments.first?.value, let name = names.last { result.insert(name) }
    }
    return result
  }
}
