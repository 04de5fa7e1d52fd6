import FacetSyntax

/// Everything that is resolved is registered or forwarded somewhere.
enum MissingRegistrationCheck {
  private static let mostNotes = 3
  /// Of thousands of registrations of one type, the first few will do.
  private static let mostCandidates = 12

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    var seen: Set<String> = []
    // The alternatives of which one may be met.
    var open: Set<String> = []
    let judged = zip(model.demands, model.judgements)
    for (demand, judgement) in judged where judgement != .missing {
      if let way = demand.way { open.insert("\(demand.call.number) \(way)") }
    }
    lazy var conforming = conformingOffers(model)
    return judged.compactMap { demand, judgement in
      guard judgement == .missing, !demand.mayBeMissing else { return nil }
      // Of several ways, the first stands for all.
      if let way = demand.way, !open.insert("\(demand.call.number) \(way)").inserted { return nil }
      // A helper may come to the same key in several ways.
      guard seen.insert("\(demand.location) \(demand.words)").inserted else { return nil }
      var notes = notes(demand, model)
      if notes.isEmpty {
        let key = conformanceKey(TypeSyntax.lastName(demand.type.text), demand.name)
        notes = (conforming[key] ?? []).map { offer in
          Diagnostic.Note(
            "\(offer.words) conforms to '\(demand.type.text)': add .implements(\(demand.type.text).self)",
            at: offer.location)
        }
      }
      return finding(demand, notes)
    }
  }

  private static func finding(_ demand: ServiceDemand, _ notes: [Diagnostic.Note]) -> Diagnostic {
    var message = "nothing registers \(demand.words)"
    if let parameter = demand.parameter {
      message += ", which the parameter '\(parameter)' of the initializer needs"
    }
    if demand.isForced { message += "; the '!' stops the program here" }
    return Diagnostic(
      .warning, message, at: demand.location, notes: notes, subject: ContainerGraph.name(of: demand))
  }

  // MARK: - Near misses

  /// The first registrations of types that conform to each type, by its last name and by their own names.
  ///
  /// Made once: thousands of services may be missing at the same time.
  private static func conformingOffers(_ model: ContainerModel) -> [String: [ServiceOffer]] {
    var result: [String: [ServiceOffer]] = [:]
    for offer in model.offers where offer.target == nil {
      guard let type = offer.type else { continue }
      for name in Set(model.sources.table[type.head.path].ancestors.map(TypeSyntax.lastName)) {
        let key = conformanceKey(name, offer.name)
        if result[key, default: []].count < mostNotes { result[key, default: []].append(offer) }
      }
    }
    return result
  }

  private static func conformanceKey(_ type: String, _ name: ServiceName) -> String { type + " " + name.key }

  private static func notes(_ demand: ServiceDemand, _ model: ContainerModel) -> [Diagnostic.Note] {
    let found = [demand.name, .unknown].flatMap {
      model.offers(of: demand.type, named: $0, limit: mostCandidates)
    }
    let candidates = Set(found).sorted().map { model.offers[$0] }
    return nearest(candidates, to: demand).map { offer in
      let place = offer.isOfTests ? "here, for tests alone" : "here"
      return Diagnostic.Note("\(offer.words) is \(offer.verb) \(place)", at: offer.location)
    }
  }

  /// The first few, nearest first; what differs in name and arguments counts where nothing else is there.
  private static func nearest(_ offers: [ServiceOffer], to demand: ServiceDemand) -> some Sequence<
    ServiceOffer
  > {
    let ranks = Dictionary(grouping: offers) { offer in
      (offer.name == demand.name ? 0 : 2) + (offer.arguments.mayBe(demand.arguments) ? 0 : 1)
    }
    let near = (0...2).flatMap { ranks[$0] ?? [] }
    return (near.isEmpty ? offers : near).prefix(mostNotes)
  }
}
