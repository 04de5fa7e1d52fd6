import FacetSyntax

/// What can be said of a resolve.
enum Judgement: Equatable, Sendable {
  /// Something may build it.
  case met
  /// Nothing builds it.
  case missing
  /// Only a registration whose type or name cannot be seen may build it.
  case open(registration: Int)
  /// Something else keeps it from being judged, as the words say.
  case excused(String)

  init(_ demand: ServiceDemand, _ model: ContainerModel) {
    func mayMeet(_ offer: ServiceOffer) -> Bool {
      offer.reading.mayBe(demand.type) && offer.arguments.mayBe(demand.arguments) && !offer.isOfTests
    }
    let found = model.offers(for: demand).filter { !model.offers[$0].isOfTests }
    // The identity of the cycle needs no registration; a list of services may be empty.
    let isGiven = demand.parameter != nil && demand.type.isCollection || demand.type.text == "GraphIdentifier"
    if isGiven, model.sources.usesLibrary {
      self = .met
    } else if let first = found.first {
      if demand.name == .unknown {
        self = .excused(
          demand.call.form == .arrow
            ? "what is handed over with the type cannot be read"
            : "the name of what is resolved here cannot be read")
      } else if found.allSatisfy({ model.offers[$0].name == .unknown }) {
        self = .open(registration: first)
      } else if found.allSatisfy({ demand.arguments.hides(model.offers[$0].arguments) }) {
        self = .excused("the types of the arguments that are handed over here cannot be read")
      } else {
        self = .met
      }
    } else if let open = model.openOffer(for: demand, where: mayMeet) {
      self = .open(registration: open)
    } else if model.askedAbout.contains(demand.type.text) {
      self = .excused("the sources ask whether the type that is resolved here is registered")
    } else if model.isPartial, !demand.type.isOfSources {
      self = .excused("the type that is resolved here is declared in sources that are not given")
    } else {
      self = .missing
    }
  }
}

/// How much of what is resolved could be judged, and what kept the rest from it.
package struct Coverage: Sendable {
  package private(set) var judgedCount = 0
  package private(set) var unjudgedCount = 0
  /// How many resolves of tests there are besides.
  package private(set) var leftOutCount = 0
  /// What keeps resolves from being judged, first what may be anything, and the registrations that are not read, in the order of the places.
  package private(set) var gaps: [Diagnostic] = []

  package init(judgedCount: Int = 0) { self.judgedCount = judgedCount }

  init(_ model: ContainerModel) {
    // One resolve, however many ways lead from it through the overloads of a helper.
    var found: [String: [Int]] = [:]
    for (index, demand) in model.demands.enumerated() {
      let resolve = "\(demand.call.number) \(demand.type.text) \(demand.parameter ?? "")"
      found[resolve, default: []].append(index)
    }
    var behind: [Int: Int] = [:]
    var ranked: [Int: [Diagnostic]] = [2: model.unread]
    for ways in found.values {
      let isMet = ways.contains { model.judgements[$0] == .met }
      let way = ways.first { model.judgements[$0] != .missing } ?? ways[0]
      switch model.judgements[way] {
      case .open(let index) where !isMet: behind[index, default: 0] += 1
      case .excused(let reason) where !isMet:
        ranked[2, default: []].append(Diagnostic(.note, reason, at: model.demands[way].location))
      default: judgedCount += 1
      }
    }
    for (index, offer) in model.offers.enumerated() {
      let isUnread = offer.type == nil && offer.target == nil && !offer.isOfTests && !offer.isGuess
      guard let count = behind[index] ?? (isUnread ? 0 : nil) else { continue }
      let open = offer.type == nil ? offer.reading.words : offer.words
      let effect =
        count == 0
        ? "which keeps no resolve from being judged"
        : "so that \(count) resolve\(count == 1 ? " was" : "s were") not judged"
      // What may be anything keeps most of the others from being judged; what keeps none from it stands last.
      ranked[offer.reading.isAnything ? 0 : count > 0 ? 1 : 3, default: []].append(
        Diagnostic(.note, "this may register \(open), \(effect)", at: offer.location))
    }
    unjudgedCount = found.count - judgedCount + Set(model.unread).count
    leftOutCount = model.leftOutCount
    var seen: Set<Diagnostic> = []
    for rank in 0...3 {
      gaps += (ranked[rank] ?? []).inSourceOrder().filter { rank != 2 || seen.insert($0).inserted }
    }
  }
}
