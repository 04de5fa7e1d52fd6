/// What only an asynchronous factory builds is awaited.
enum SynchronousResolveCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    guard model.sources.usesLibrary else { return [] }
    let hasOtherDefault = model.sources.files.contains { $0.setsDefaultScope }
    return zip(model.demands, model.judgements).compactMap { demand, judgement in
      guard case .met = judgement, !demand.isAwaited, demand.way == nil else { return nil }
      let found = model.offers(of: demand.type, named: demand.name).map { index -> ServiceOffer in
        let offer = model.offers[index]
        return offer.target.map { model.offers[$0] } ?? offer
      }
      guard let first = found.first,
        found.allSatisfy({ $0.isAsync && isNew($0, for: demand, hasOtherDefault) })
      else { return nil }
      return Diagnostic(
        .warning,
        "\(demand.words) has an asynchronous factory, so that it cannot be resolved synchronously; "
          + "use 'resolveAsync' or 'requireAsync'",
        at: demand.location,
        notes: [Diagnostic.Note("\(first.words) is registered here", at: first.location)])
    }
  }

  /// Whether each resolve builds the service: one that is there already is handed out without waiting.
  private static func isNew(_ offer: ServiceOffer, for demand: ServiceDemand, _ hasOtherDefault: Bool) -> Bool
  {
    switch offer.objectScope {
    case "transient", "unique": true
    case "graph": demand.owner == nil
    case "": demand.owner == nil && !hasOtherDefault
    default: false
    }
  }
}
