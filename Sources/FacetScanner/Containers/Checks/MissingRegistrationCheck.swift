import FacetGraph

/// Everything that is resolved is registered or forwarded somewhere.
enum MissingRegistrationCheck {
  private static let mostNotes = 3
  /// Of thousands of registrations of one type, the first few will do.
  private static let mostCandidates = 12

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let judgements = model.judgements
    var seen: Set<Place> = []
    var open = openWays(model, judgements)
    let needs = closureNeeds(model, judgements)
    return zip(model.demands, judgements).compactMap { demand, judgement in
      guard case .missing = judgement, !demand.mayBeMissing else { return nil }
      // Of several ways, the first stands for all.
      if let way = demand.way, !open.insert(Way(call: demand.call, text: way)).inserted { return nil }
      // A helper may come to the same key in several ways.
      guard seen.insert(Place(location: demand.location, words: demand.words)).inserted else { return nil }
      return finding(demand, needs[demand.call], model)
    }
  }

  private struct Way: Hashable {
    var call: CallIdentity
    var text: String
  }

  /// The alternatives of which one may be met.
  private static func openWays(_ model: ContainerModel, _ judgements: [Judgement]) -> Set<Way> {
    var result: Set<Way> = []
    for (demand, judgement) in zip(model.demands, judgements) {
      guard let way = demand.way else { continue }
      if case .missing = judgement { continue }
      result.insert(Way(call: demand.call, text: way))
    }
    return result
  }

  private struct Place: Hashable {
    var location: SourceLocation
    var words: String
  }

  private static func finding(
    _ demand: ServiceDemand, _ needs: ClosureNeeds?, _ model: ContainerModel
  ) -> Diagnostic {
    var message = "nothing registers \(demand.words)"
    if let parameter = demand.parameter {
      message += ", which the parameter '\(parameter)' of the initializer needs"
    }
    if let needs, needs.arguments.contains(where: { $0.parameter == demand.parameter }) {
      message += remedy(needs)
    }
    if demand.isForced { message += "; the '!' stops the program here" }
    return Diagnostic(.warning, message, at: demand.location, notes: notes(demand, model))
  }

  // MARK: - Arguments that are taken for services

  /// What a closure without a resolver needs.
  private struct ClosureNeeds {
    /// What nothing registers, and of whose type a value is likely to be an argument.
    var arguments: [ServiceDemand] = []
    var hasOthers = false
  }

  private static func closureNeeds(
    _ model: ContainerModel, _ judgements: [Judgement]
  ) -> [CallIdentity: ClosureNeeds] {
    var result: [CallIdentity: ClosureNeeds] = [:]
    for (demand, judgement) in zip(model.demands, judgements) where demand.isOfClosure {
      if case .missing = judgement, CallMeaning.plainTypes.contains(demand.type.text), !demand.isDeferred {
        result[demand.call, default: ClosureNeeds()].arguments.append(demand)
      } else {
        result[demand.call, default: ClosureNeeds()].hasOthers = true
      }
    }
    return result
  }

  private static func remedy(_ needs: ClosureNeeds) -> String {
    let written = needs.arguments.map { "\($0.parameter ?? "_"): \($0.type.text)" }.joined(separator: ", ")
    return
      "; to take \(needs.arguments.count == 1 ? "it as an argument" : "them as arguments"), write the resolver "
      + "first: { (\(needs.hasOthers ? "r" : "_"), \(written)) in … }"
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
