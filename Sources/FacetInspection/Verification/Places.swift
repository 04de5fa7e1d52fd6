import Facet

extension Wiring.Edge {
  /// The part that needs it, as far as the kind tells.
  var part: ServicePart { kind == .completion ? .completion : .factory }
}

/// Where the parts of services run.
struct Places {
  enum Place: Hashable {
    case actor(ObjectIdentifier), noActor, ofVerification
  }
  private let findings: Findings
  /// The places from where each service is asked for: there the parts without an actor run.
  private var asked: [Set<Place>]

  init(_ findings: Findings) {
    self.findings = findings
    asked = findings.entries.map { _ in [.ofVerification] }
    let edges = findings.wiring.edges.filter { $0.kind == .need || $0.kind == .completion }
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in edges {
        let asking = of(findings.wiring.owner(of: edge.source), edge.part)
        let target = findings.wiring.owner(of: edge.target)
        if !asked[target].isSuperset(of: asking) {
          asked[target].formUnion(asking)
          isChanged = true
        }
      }
    }
  }

  func areAll(_ places: Set<Place>, on actor: any Actor) -> Bool {
    places.allSatisfy { place in
      switch place {
      case .actor(let own): own == ObjectIdentifier(actor)
      case .noActor: false
      case .ofVerification: findings.isOn(actor)
      }
    }
  }

  func of(_ source: Int, _ part: ServicePart) -> Set<Place> {
    Places.own(source, part, in: findings) ?? asked[source]
  }

  /// The places of a part with its own actor; `nil` for one that runs where the service is asked for.
  static func own(_ index: Int, _ part: ServicePart, in findings: Findings) -> Set<Place>? {
    let (entry, record) = (findings.entries[index], findings.entries[index].record)
    guard entry.isAsync else {
      let own = findings.isAwaited ? record.actorToVisit?.actor : record.enforcedActor
      return own.map { [.actor(ObjectIdentifier($0))] }
    }
    let parts =
      switch part {
      case .completion: record.settings.completions.map { ($0.isolation, isAsync: $0.isAwaited) }
      case .decorator: record.settings.decorators.map { ($0.isolation, isAsync: false) }
      case .factory, .storage, .property:
        [(record.recipe.isolation, isAsync: record.recipe.asyncFactory != nil)]
      }
    // A synchronous part of graph or transient scope runs in the task of who asks.
    let places = parts.compactMap { isolation, isAsync -> Place? in
      isolation.map { .actor(ObjectIdentifier($0.actor)) }
        ?? (isAsync || record.outlivesCycle ? .noActor : nil)
    }
    return places.isEmpty ? nil : Set(places)
  }
}
