import FacetGraph
import FacetSyntax

/// Draws what the sources register: a node for each key, a cluster for each assembly.
enum ContainerGraph {
  static func graph(of model: ContainerModel) -> DependencyGraph {
    var graph = DependencyGraph()
    var nodes: [Int: Int] = [:]
    for (index, offer) in model.offers.enumerated()
    where offer.type != nil && !offer.isOfTests && !offer.isGuess {
      nodes[index] = graph.add(
        DependencyGraph.Node(
          name(of: offer), detail: offer.target == nil ? offer.objectScope : "", cluster: offer.cluster,
          location: "\(offer.location.path):\(offer.location.line)",
          scope: offer.target == nil ? scope(of: offer) : nil))
    }
    for (index, offer) in model.offers.enumerated() {
      if let target = offer.target, let from = nodes[index], let to = nodes[target] {
        graph.connect(from, to: to, label: "forwards", kind: .forward)
      }
    }
    let builders = Builders(model)
    for demand in model.demands + model.uses {
      let sources = builders.offers(asking: demand).compactMap { nodes[$0] }
      for target in sources.isEmpty ? [] : model.offers(of: demand.type, named: demand.name) {
        guard model.offers[target].arguments.mayBe(demand.arguments), let to = nodes[target] else { continue }
        for from in sources { graph.connect(from, to: to, kind: demand.isDeferred ? .deferred : .need) }
      }
    }
    addMissing(to: &graph, nodes, builders)
    return graph
  }

  /// A node for each key that is resolved and that nothing registers.
  private static func addMissing(
    to graph: inout DependencyGraph, _ nodes: [Int: Int], _ builders: Builders
  ) {
    let model = builders.model
    var missing: [String: Int] = [:]
    for (demand, judgement) in zip(model.demands, model.judgements) {
      guard judgement.isMissing, !demand.mayBeMissing, demand.way == nil else { continue }
      let name = name(of: demand)
      let node = missing[name] ?? graph.add(DependencyGraph.Node(name, detail: "missing", isMissing: true))
      missing[name] = node
      for from in builders.offers(asking: demand).compactMap({ nodes[$0] }) {
        graph.connect(from, to: node, kind: demand.isDeferred ? .deferred : .need)
      }
    }
  }

  private static func scope(of offer: ServiceOffer) -> DependencyGraph.Scope? {
    switch offer.objectScope {
    case "": nil
    case "unique": .transient
    case "shared": .weak
    case "application", "cached": .container
    default: DependencyGraph.Scope(rawValue: offer.objectScope) ?? .custom
    }
  }

  /// `Tea`, `Tea "green"`, `Tea (Int)`.
  static func name(of offer: ServiceOffer) -> String { name(offer.type, offer.name, offer.arguments) }

  static func name(of demand: ServiceDemand) -> String { name(demand.type, demand.name, demand.arguments) }

  private static func name(_ type: ServiceType?, _ name: ServiceName, _ arguments: ServiceArguments) -> String
  {
    var text = type?.text ?? "?"
    switch name {
    case .none: break
    case .known(let name): text += " \"\(name)\""
    case .unknown: text += " \"…\""
    }
    switch arguments {
    case .known(let types) where !types.isEmpty:
      text += " (\(types.map { $0?.text ?? "_" }.joined(separator: ", ")))"
    default: break
    }
    return text
  }
}
