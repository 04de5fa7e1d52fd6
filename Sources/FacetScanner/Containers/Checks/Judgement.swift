/// What can be said of a resolve.
enum Judgement {
  /// Something may build it.
  case met
  /// Nothing builds it.
  case missing
  /// Only a registration whose type cannot be seen may build it.
  case open(registration: Int)
  /// Something else keeps it from being judged, as the words say.
  case excused(String)

  init(_ demand: ServiceDemand, _ model: ContainerModel) {
    if Self.needsNoRegistration(demand, model) {
      self = .met
    } else if model.offers(of: demand.type, named: demand.name).contains(where: {
      Self.meets($0, demand, model)
    }) {
      self = .met
    } else if let open = model.openOffers(named: demand.name).first(where: { Self.meets($0, demand, model) })
    {
      self = .open(registration: open)
    } else if model.askedAbout.contains(demand.type) {
      self = .excused("the sources ask whether the type that is resolved here is registered")
    } else if model.isPartial, !demand.type.isResolved {
      self = .excused("the type that is resolved here is declared in sources that are not given")
    } else {
      self = .missing
    }
  }

  private static func needsNoRegistration(_ demand: ServiceDemand, _ model: ContainerModel) -> Bool {
    guard model.sources.usesLibrary else { return false }
    // The identity of the cycle needs no registration; a list of services may be empty.
    return demand.parameter != nil && demand.type.isCollection || demand.type.text == "GraphIdentifier"
  }

  private static func meets(_ index: Int, _ demand: ServiceDemand, _ model: ContainerModel) -> Bool {
    let offer = model.offers[index]
    return reaches(offer, demand) && offer.name.mayBe(demand.name) && offer.arguments.mayBe(demand.arguments)
  }

  /// Whether the container that is asked may be the one that holds the offer.
  private static func reaches(_ offer: ServiceOffer, _ demand: ServiceDemand) -> Bool {
    guard !offer.isOfTests else { return false }
    guard let asked = demand.container, !offer.isAnywhere else { return true }
    return offer.container == asked || (offer.container == nil && asked.hasForeignParent)
  }
}

/// How much of what is resolved could be judged, and what kept the rest from it.
package struct Coverage: Sendable {
  /// A place that keeps resolves from being judged.
  package struct Gap: Sendable {
    package var location: SourceLocation
    package var message: String
  }

  package internal(set) var judgedCount = 0
  package internal(set) var unjudgedCount = 0
  /// In the order of the places.
  package internal(set) var gaps: [Gap] = []

  package init() {}

  init(_ judgements: [Judgement], _ model: ContainerModel) {
    var behind: [SourceLocation: Int] = [:]
    for (demand, judgement) in zip(model.demands, judgements) {
      switch judgement {
      case .met, .missing: judgedCount += 1
      case .open(let index): behind[model.offers[index].location, default: 0] += 1
      case .excused(let reason): gaps.append(Gap(location: demand.location, message: reason))
      }
    }
    unjudgedCount = judgements.count - judgedCount + model.unread.count
    gaps += behind.map { location, count in
      Gap(
        location: location,
        message:
          "this may register any type, so that \(count) resolve\(count == 1 ? " was" : "s were") not judged")
    }
    gaps += Set(model.unread).map {
      Gap(location: $0, message: "the type that is resolved here cannot be read")
    }
    gaps.sort { ($0.location, $0.message) < ($1.location, $1.message) }
  }
}
