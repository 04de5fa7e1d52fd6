import FacetSyntax

/// No registration needs synchronously what takes an `await` to build, unless that is kept and was started before.
enum AwaitedServiceCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let asynchronous = Set(model.offers.indices.filter { model.offers[$0].isAsync })
    if asynchronous.isEmpty { return [] }
    let started = started(model)
    return (model.demands + model.uses).compactMap { demand in
      guard !demand.isAwaited, demand.need != .handled else { return nil }
      let found = Set(model.offers(for: demand).map { model.offers[$0].target ?? $0 })
      guard let needed = found.first, found.count == 1, asynchronous.contains(needed) else { return nil }
      let (offer, user) = (model.offers[needed], model.owners(of: demand).first.map { model.offers[$0] })
      let isKept = offer.objectScope.isShared
      // Whoever asks in the code of the program may have awaited it before.
      if isKept, started.contains(needed) || user == nil { return nil }
      return Diagnostic(
        .warning, message(demand, by: user, isKept: isKept), at: demand.location,
        notes: [
          Diagnostic.Note(
            "\(offer.words) is registered here, with an asynchronous factory", at: offer.location)
        ],
        subject: ContainerGraph.name(of: user ?? offer))
    }
  }

  private static func message(_ demand: ServiceDemand, by user: ServiceOffer?, isKept: Bool) -> String {
    let start =
      "let \(isKept ? "it" : "it be of container scope,") start eagerly, by startsEagerly() and startAsync()"
    guard let user else {
      return "\(demand.words) is built asynchronously and resolved synchronously; await it"
    }
    return
      "\(user.words) needs \(demand.words) synchronously, which is built asynchronously; \(start), or await it in an "
      + "asynchronous factory"
  }

  /// What starts eagerly, and what is awaited for that.
  private static func started(_ model: ContainerModel) -> Set<Int> {
    var needs: [Int: [Int]] = [:]
    for demand in model.demands where demand.isAwaited && !demand.isDeferred {
      for owner in model.owners(of: demand) {
        needs[owner, default: []] += model.offers(for: demand).map { model.offers[$0].target ?? $0 }
      }
    }
    var result: Set<Int> = []
    var pending = model.offers.indices.filter { model.offers[$0].isEager }
    while let next = pending.popLast() {
      if result.insert(next).inserted { pending += needs[next] ?? [] }
    }
    return result
  }
}
