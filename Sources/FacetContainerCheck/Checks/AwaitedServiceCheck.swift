import FacetSyntax

/// No registration needs synchronously what takes an `await` to build, unless that is kept and was started before.
enum AwaitedServiceCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let started = started(model)
    let roots = roots(model)
    if roots.isEmpty { return [] }
    let all = model.demands + model.uses
    let asked = Set(all.compactMap(model.entry))
    let awaited = Set(all.filter(\.isAwaited).compactMap { model.entry(for: $0).flatMap { roots[$0] } })
    return all.compactMap { demand in
      guard !demand.isAwaited, demand.need != .handled, let needed = model.entry(for: demand),
        let root = roots[needed]
      else { return nil }
      // Asked by an await, an initializer gets what must be awaited; what asks for that synchronously is told instead.
      let owners = model.owners(of: demand)
      let isAsked = owners.contains { asked.contains($0) || model.offers[$0].isEager }
      if demand.parameter != nil, !demand.isDeferred, isAsked { return nil }
      let (offer, user) = (model.offers[root], owners.first.map { model.offers[$0] })
      let isKept = offer.objectScope.isShared
      // The code of the program may have awaited it before.
      if isKept, started.contains(root) || user == nil && awaited.contains(root) { return nil }
      return Diagnostic(
        .warning, message(demand, of: offer, by: user, isKept: isKept), at: demand.location,
        notes: [
          Diagnostic.Note(
            "\(offer.words) is registered here, with an asynchronous factory", at: offer.location)
        ],
        subject: ContainerGraph.name(of: user ?? offer))
    }
  }

  /// The registrations that take an `await` to build: by their own factory, or by that of what their initializers need.
  private static func roots(_ model: ContainerModel) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for index in model.offers.indices where model.offers[index].isAsync { result[index] = index }
    let needs =
      result.isEmpty ? [] : (model.demands + model.uses).filter { $0.parameter != nil && !$0.isDeferred }
    var count = 0
    while count < result.count {
      count = result.count
      for demand in needs where !demand.isAwaited {
        guard let root = model.entry(for: demand).flatMap({ result[$0] }) else { continue }
        for owner in model.owners(of: demand) where result[owner] == nil { result[owner] = root }
      }
    }
    return result
  }

  private static func message(
    _ demand: ServiceDemand, of offer: ServiceOffer, by user: ServiceOffer?, isKept: Bool
  ) -> String {
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
      for owner in model.owners(of: demand) { needs[owner, default: []] += model.entries(for: demand) }
    }
    var result: Set<Int> = []
    var pending = model.offers.indices.filter { model.offers[$0].isEager }
    while let next = pending.popLast() {
      if result.insert(next).inserted { pending += needs[next] ?? [] }
    }
    return result
  }
}
