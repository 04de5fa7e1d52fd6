import FacetSyntax

/// What the sources of an application register and resolve.
struct ContainerModel: Sendable {
  let sources: ContainerSources
  /// Whether sources are missing, which may register the types that they declare.
  let isPartial: Bool
  private(set) var offers: [ServiceOffer] = []
  private(set) var demands: [ServiceDemand] = []
  /// What is to be said of each demand.
  private(set) var judgements: [Judgement] = []
  /// The types that the sources ask about before they resolve them.
  private(set) var askedAbout: Set<String> = []
  private(set) var index = OfferIndex([], asked: [])
  /// What is resolved where the code says what happens without it, or by tests.
  private(set) var uses: [ServiceDemand] = []
  /// The resolves of which too little can be seen.
  private(set) var unread: [Diagnostic] = []
  /// How many resolves of tests there are, which are not judged.
  private(set) var leftOutCount = 0
  /// The offers whose type cannot be seen.
  private(set) var openOffers = OfferGroup()
  /// The offers that each call makes itself, first the registration and then its forwards.
  private(set) var offersOfCall: [[Int]]

  init(_ sources: ContainerSources, isPartial: Bool) async {
    (self.sources, self.isPartial) = (sources, isPartial)
    offersOfCall = Array(repeating: [], count: sources.calls.count)
    let readings = await Work.map(sources.calls) { CallReading(sources, site: $0) }
    for reading in readings { add(reading) }
    for index in offers.indices { linkToEntry(index) }
    index = OfferIndex(offers, asked: (demands + uses).map(\.type))
    let asked = demands
    demands = []
    for demand in asked { addUnwrapped(demand) }
    let model = self
    judgements = await Work.map(demands) { Judgement($0, model) }
  }

  /// The first offers of the type, or of a type that may be the same, which have the name, or may have it.
  func offers(of type: ServiceType, named name: ServiceName = .unknown, limit: Int = .max) -> [Int] {
    let found = index.groups(of: type).map { $0.named(name) }
    var result: [Int] = []
    for index in found.count == 1 ? found[0] : Array(Set(found.joined())).inOrder()
    where result.count < limit && offers[index].type?.mayBe(type) == true {
      result.append(index)
    }
    return result
  }

  /// The offers among which those are that a resolve may get.
  func offers(for demand: ServiceDemand) -> [Int] {
    offers(of: demand.type, named: demand.name).filter { offers[$0].arguments.mayBe(demand.arguments) }
  }

  private mutating func add(_ reading: CallReading) {
    let base = offers.count
    for var offer in reading.offers {
      offer.target = offer.target.map { $0 + base }
      let index = offers.count
      offers.append(offer)
      offersOfCall[offer.call.number].append(index)
      if offer.type == nil { openOffers.add(index, offer.name) }
    }
    demands += reading.demands
    unread += reading.unread
    leftOutCount += reading.isLeftOut ? 1 : 0
    uses += reading.uses
    askedAbout.formUnion(reading.askedAbout)
  }

  /// Adds what a demand for a `Lazy` or `Provider` comes to; what an optional holds need not be registered.
  private mutating func addUnwrapped(_ demand: ServiceDemand) {
    var demand = demand
    let asked = demand.type
    while demand.type.isWrapped {
      let parts = demand.type.parts
      let isOptional = demand.type.unwrapped != nil
      if isOptional { uses.append(demand) } else if !offers(of: demand.type).isEmpty { return }
      demand.type = parts[0]
      if isOptional { return uses.append(demand) }
      demand.isCertain = false
      demand.isDeferred = true
      if case .known(let known) = demand.arguments {
        demand.arguments = .known(known + Array(parts.dropFirst()))
      }
    }
    // What a list holds later are all services of its type, be it none.
    if demand.type != asked, demand.type.isCollection { return uses.append(demand) }
    demands.append(demand)
  }

  // MARK: - Entries

  /// Lets `entry.implements(…)` and `forward(…, to: entry)` point at the registration that `entry` keeps.
  private mutating func linkToEntry(_ index: Int) {
    guard offers[index].target == nil, let name = entryName(of: offers[index].call) else { return }
    let site = offers[index].call
    let found = site.file.calls.last { call in
      call.keptAs == name && call.number < site.number
        && (call.scope === site.scope || call.scope === site.scope.parent)
    }
    guard let target = found.flatMap({ offersOfCall[$0.number].first }) else { return }
    offers[index].target = target
    offers[index].arguments = offers[target].arguments
  }

  private func entryName(of call: CallFacts) -> String? {
    if call.name == "implements" { return call.receiver }
    guard call.name == "forward", let names = call.argument("to")?.names, names.count == 1 else { return nil }
    return names[0]
  }
}
