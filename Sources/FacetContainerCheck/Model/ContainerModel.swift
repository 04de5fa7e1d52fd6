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
  /// Whether something is resolved of which nobody sees what it is.
  private(set) var asksForAnything = false
  /// How many resolves of tests there are, which are not judged.
  private(set) var leftOutCount = 0
  /// The offers whose type cannot be seen, by what they may be.
  private var openOffers: [String: OfferGroup] = [:]
  /// The offers that each call makes itself, first the registration and then its forwards.
  private(set) var offersOfCall: [[Int]]

  init(_ sources: ContainerSources, isPartial: Bool) async {
    (self.sources, self.isPartial) = (sources, isPartial)
    offersOfCall = Array(repeating: [], count: sources.calls.count)
    let readings = await Work.map(sources.calls) { CallReading(sources, site: $0) }
    for reading in readings { add(reading) }
    noteHelpers(readings)
    noteStrings()
    readMade()
    for index in offers.indices { linkToEntry(index) }
    for call in sources.calls { configure(call) }
    index = OfferIndex(offers, asked: demands.map(\.type))
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
    for index in found.count == 1 ? found[0] : Set(found.joined()).sorted()
    where result.count < limit && offers[index].type?.mayBe(type) == true {
      result.append(index)
    }
    return result
  }

  /// The offers among which those are that a resolve may get.
  func offers(for demand: ServiceDemand) -> [Int] {
    offers(of: demand.type, named: demand.name).filter { offers[$0].arguments.mayBe(demand.arguments) }
  }

  /// The registrations of these.
  func entries(for demand: ServiceDemand) -> Set<Int> {
    Set(offers(for: demand).map { offers[$0].target ?? $0 })
  }

  /// The only registration that a demand can mean.
  func entry(for demand: ServiceDemand) -> Int? {
    let found = entries(for: demand)
    return found.count == 1 ? found.first : nil
  }

  private mutating func add(_ reading: CallReading) {
    let base = offers.count
    for var offer in reading.offers {
      offer.target = offer.target.map { $0 + base }
      let index = offers.count
      offers.append(offer)
      offersOfCall[offer.call.number].append(index)
    }
    demands += reading.demands
    unread += reading.unread
    leftOutCount += reading.isLeftOut ? 1 : 0
    asksForAnything = asksForAnything || reading.asksForAnything
    askedAbout.formUnion(reading.askedAbout)
  }

  /// Notes the resolves of helpers of which no call is read.
  private mutating func noteHelpers(_ readings: [CallReading]) {
    let reached = readings.reduce(into: Set<Int>()) { $0.formUnion($1.reached) }
    for reading in readings where reading.isOfHelper && !reached.contains(reading.site.number) {
      note("no call of the generic function in which this is resolved is read", at: reading.site.location)
    }
  }

  /// Notes the resolves in the code of strings.
  private mutating func noteStrings() {
    for file in sources.files where file.seesContainers && !file.isOfTests && !file.isOfDependency {
      for place in file.stringsWithCode { note("the code in a string is not read", at: place) }
    }
  }

  private mutating func note(_ reason: String, at place: SourceLocation) {
    asksForAnything = true
    unread.append(Diagnostic(.note, reason, at: place))
  }

  /// What somebody asks for by its name is a type, and no function whose name begins with a capital.
  private mutating func readMade() {
    let asked = Set(demands.map(\.type.head.path))
    for index in offers.indices where offers[index].type == nil {
      if let made = offers[index].reading.likely, asked.contains(made.head.path) {
        offers[index].reading = .type(made)
      } else {
        for key in offers[index].reading.keys {
          openOffers[key, default: OfferGroup()].add(index, offers[index].name)
        }
      }
    }
  }

  /// The first offer of which nobody sees the type that may meet a demand.
  func openOffer(for demand: ServiceDemand, where fits: (ServiceOffer) -> Bool) -> Int? {
    demand.type.keys.compactMap { openOffers[$0]?.named(demand.name).first { fits(offers[$0]) } }.min()
  }

  /// Adds what a demand for a `Lazy`, `Provider`, optional or list comes to; what an optional or a list holds need not be registered.
  private mutating func addUnwrapped(_ demand: ServiceDemand) {
    var demand = demand
    let asked = demand.type
    while demand.type.isWrapped {
      if demand.type.unwrapped == nil, !offers(of: demand.type).isEmpty { break }
      let (head, parts) = (demand.type.head, demand.type.parts)
      if demand.type.unwrapped != nil {
        if !offers(of: demand.type).isEmpty { uses.append(demand) }
        if demand.need == .always { demand.need = .ifThere }
      } else {
        (demand.isCertain, demand.isDeferred) = (false, true)
        if head.name.hasPrefix("Async") { demand.isAwaited = true }
        if case .known(let known) = demand.arguments {
          demand.arguments = .known(known + Array(parts.dropFirst()))
        }
      }
      demand.type = parts[0]
    }
    // A list holds all services of its type, be it none.
    if demand.type.isCollection, sources.usesLibrary, demand.parameter != nil || demand.type != asked,
      offers(of: demand.type).isEmpty
    {
      if demand.type == asked { demands.append(demand) }
      demand.type = demand.type.parts[demand.type.parts.count - 1]
      (demand.name, demand.need, demand.way) = (.unknown, .ifThere, nil)
      return addUnwrapped(demand)
    }
    if demand.need == .always { demands.append(demand) } else { uses.append(demand) }
  }

  // MARK: - Entries

  /// Lets `entry.implements(…)` and `forward(…, to: entry)` point at the registration that `entry` keeps.
  private mutating func linkToEntry(_ index: Int) {
    guard offers[index].target == nil, let name = entryName(of: offers[index].call),
      let target = entry(name, keptBefore: offers[index].call)
    else { return }
    offers[index].target = target
    offers[index].arguments = offers[target].arguments
  }

  /// Reads `entry.inObjectScope(…)` and its like, which stand by themselves.
  private mutating func configure(_ call: CallFacts) {
    guard call.kind == .implements || ContainerSources.settings.contains(call.name),
      let names = call.receiverValue?.names, names.count == 1,
      let target = entry(names[0], keptBefore: call)
    else { return }
    let types = CallTypes(call, sources.types)
    for link in call.links {
      if sources.startsEagerly(link) { offers[target].isEager = true }
      if let scope = types.objectScope(of: link, sources) { offers[target].objectScope = scope }
    }
  }

  /// The registration that a variable keeps.
  private func entry(_ name: String, keptBefore site: CallFacts) -> Int? {
    let found = site.file.calls.last { call in
      call.keptAs == name && call.number < site.number
        && (call.scope === site.scope || call.scope === site.scope.parent)
    }
    return found.flatMap { offersOfCall[$0.number].first }
  }

  private func entryName(of call: CallFacts) -> String? {
    if call.name == "implements" { return call.receiver }
    guard call.name == "forward", let names = call.argument("to")?.names, names.count == 1 else { return nil }
    return names[0]
  }

  // MARK: - Who asks

  /// The registrations whose factories, or whose decorators, make a demand.
  func owners(of demand: ServiceDemand) -> [Int] {
    guard let owner = demand.owner else { return [] }
    guard owner.kind == .decorate else { return Array(offersOfCall[owner.number].prefix(1)) }
    let types = CallTypes(owner, sources.types)
    guard let text = owner.serviceArgument.flatMap(types.serviceText), let type = types.type(text) else {
      return []
    }
    let name: ServiceName = owner.name == "decorateAll" || owner.argument("name") != nil ? .unknown : .none
    return offers(of: type, named: name).map { offers[$0].target ?? $0 }
  }
}
