import FacetGraph

/// Everything that is resolved is registered or forwarded somewhere.
enum MissingRegistrationCheck {
  private static let mostNotes = 3
  /// Of thousands of registrations of one type, the first will do.
  private static let mostCandidates = 50

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    var seen: Set<Place> = []
    let open = openWays(model)
    return model.demands.compactMap { demand in
      guard !demand.mayBeMissing, !isMet(demand, model) else { return nil }
      if let way = demand.way, open.contains(Way(call: demand.call, text: way)) { return nil }
      if model.askedAbout.contains(demand.type) { return nil }
      if model.isPartial, !demand.type.isResolved { return nil }
      // A helper may come to the same key in several ways.
      guard seen.insert(Place(location: demand.location, words: demand.words)).inserted else { return nil }
      return finding(demand, model)
    }
  }

  private struct Way: Hashable {
    var call: CallIdentity
    var text: String
  }

  /// The alternatives of which one is met.
  private static func openWays(_ model: ContainerModel) -> Set<Way> {
    var result: Set<Way> = []
    for demand in model.demands {
      guard let way = demand.way, isMet(demand, model) else { continue }
      result.insert(Way(call: demand.call, text: way))
    }
    return result
  }

  private struct Place: Hashable {
    var location: SourceLocation
    var words: String
  }

  private static func isMet(_ demand: ServiceDemand, _ model: ContainerModel) -> Bool {
    if demand.parameter != nil, model.sources.usesLibrary, demand.type.isCollection { return true }
    // The identity of the cycle needs no registration.
    if demand.type.text == "GraphIdentifier", model.sources.usesLibrary { return true }
    return (model.offers(of: demand.type, named: demand.name) + model.openOffers).contains { index in
      let offer = model.offers[index]
      return reaches(offer, demand) && offer.name.mayBe(demand.name)
        && offer.arguments.mayBe(demand.arguments)
    }
  }

  /// Whether the container that is asked may be the one that holds the offer.
  private static func reaches(_ offer: ServiceOffer, _ demand: ServiceDemand) -> Bool {
    guard !offer.isOfTests else { return false }
    guard let asked = demand.container, !offer.isAnywhere else { return true }
    return offer.container == asked || (offer.container == nil && asked.hasForeignParent)
  }

  private static func finding(_ demand: ServiceDemand, _ model: ContainerModel) -> Diagnostic {
    var message = "nothing registers \(demand.words)"
    if let parameter = demand.parameter {
      message += ", which the parameter '\(parameter)' of the initializer needs"
    }
    if demand.isForced { message += "; the '!' stops the program here" }
    return Diagnostic(.warning, message, at: demand.location, notes: notes(demand, model))
  }

  // MARK: - Near misses

  private static func notes(_ demand: ServiceDemand, _ model: ContainerModel) -> [Diagnostic.Note] {
    let candidates = model.someOffers(of: demand.type, named: demand.name, limit: mostCandidates)
      .map { model.offers[$0] }
    let nearest = NearMiss.nearest(of: candidates, limit: mostNotes) { offer in
      NearMiss(
        hasSameName: offer.name == demand.name, hasSameArguments: offer.arguments.mayBe(demand.arguments))
    }
    return nearest.map { offer in
      let what = offer.target == nil ? "registered" : "forwarded"
      let place = offer.isOfTests ? "here, for tests alone" : "here"
      return Diagnostic.Note("\(offer.words) is \(what) \(place)", at: offer.location)
    }
  }
}
