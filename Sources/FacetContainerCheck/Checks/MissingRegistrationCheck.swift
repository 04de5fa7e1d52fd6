import FacetGraph
import FacetSyntax

/// Everything that is resolved is registered or forwarded somewhere.
enum MissingRegistrationCheck {
  private static let mostNotes = 3
  /// Of thousands of registrations of one type, the first few will do.
  private static let mostCandidates = 12

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let judgements = model.judgements
    var seen: Set<String> = []
    var open = openWays(model, judgements)
    return zip(model.demands, judgements).compactMap { demand, judgement in
      guard case .missing = judgement, !demand.mayBeMissing else { return nil }
      // Of several ways, the first stands for all.
      if let way = demand.way, !open.insert("\(demand.call.number) \(way)").inserted { return nil }
      // A helper may come to the same key in several ways.
      guard seen.insert("\(demand.location) \(demand.words)").inserted else { return nil }
      return finding(demand, model)
    }
  }

  /// The alternatives of which one may be met.
  private static func openWays(_ model: ContainerModel, _ judgements: [Judgement]) -> Set<String> {
    var result: Set<String> = []
    for (demand, judgement) in zip(model.demands, judgements) {
      guard let way = demand.way else { continue }
      if case .missing = judgement { continue }
      result.insert("\(demand.call.number) \(way)")
    }
    return result
  }

  private static func finding(
    _ demand: ServiceDemand, _ model: ContainerModel
  ) -> Diagnostic {
    var message = "nothing registers \(demand.words)"
    if let parameter = demand.parameter {
      message += ", which the parameter '\(parameter)' of the initializer needs"
    }
    if demand.isForced { message += "; the '!' stops the program here" }
    var finding = Diagnostic(.warning, message, at: demand.location, notes: notes(demand, model))
    finding.subject = ContainerGraph.name(of: demand)
    return finding
  }

  // MARK: - Near misses

  /// The registrations of types that conform to the one that is asked for.
  private static func conforming(_ demand: ServiceDemand, _ model: ContainerModel) -> [Diagnostic.Note] {
    let (name, table) = (TypeSyntax.lastName(demand.type.text), model.sources.table)
    let found = model.offers.lazy.filter { offer in
      guard offer.target == nil, offer.name == demand.name, let type = offer.type else { return false }
      return table.ancestors(of: type.text).contains { TypeSyntax.lastName($0) == name }
    }
    return found.prefix(mostNotes).map { offer in
      Diagnostic.Note(
        "\(offer.words) conforms to '\(demand.type.words)': add .implements(\(demand.type.words).self)",
        at: offer.location)
    }
  }

  private static func notes(_ demand: ServiceDemand, _ model: ContainerModel) -> [Diagnostic.Note] {
    let candidates = model.someOffers(of: demand.type, named: demand.name, limit: mostCandidates)
      .map { model.offers[$0] }
    let nearest = NearMiss.nearest(of: candidates, limit: mostNotes) { offer in
      NearMiss(
        hasSameName: offer.name == demand.name, hasSameArguments: offer.arguments.mayBe(demand.arguments))
    }
    if nearest.isEmpty { return conforming(demand, model) }
    return nearest.map { offer in
      let what = offer.target == nil ? "registered" : "forwarded"
      let place = offer.isOfTests ? "here, for tests alone" : "here"
      return Diagnostic.Note("\(offer.words) is \(what) \(place)", at: offer.location)
    }
  }
}
