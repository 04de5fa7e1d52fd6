import FacetGraph

/// No factory needs what it is building.
///
/// Only what is certain counts: each factory on the way resolves the next whenever it runs, no key has arguments, and
/// each is registered once.
enum RegistrationLoopCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let (graph, demands) = certainGraph(model)
    return graph.loops().compactMap { loop in
      let steps = loop.indices.compactMap { demands[Step(from: loop[$0], to: loop[($0 + 1) % loop.count])] }
      guard steps.count == loop.count, let first = steps.first else { return nil }
      let names = (loop + [loop[0]]).map { graph.nodes[$0].name }
      let notes = zip(loop, steps).map { node, step in
        Diagnostic.Note(
          "the factory of \(model.offers[node].words) resolves \(step.words) here", at: step.location)
      }
      return Diagnostic(
        .warning,
        "\(model.offers[loop[0]].words) needs itself: \(names.joined(separator: " → ")); set one of them in "
          + "initCompleted, or resolve a Lazy of it",
        at: first.location, notes: Array(notes.dropFirst()))
    }
  }

  private struct Step: Hashable {
    var from: Int
    var to: Int
  }

  /// A node for each offer, and an edge for each demand that is certain.
  private static func certainGraph(_ model: ContainerModel) -> (DependencyGraph, [Step: ServiceDemand]) {
    var graph = DependencyGraph()
    for offer in model.offers { _ = graph.add(DependencyGraph.Node(ContainerGraph.name(of: offer))) }
    var demands: [Step: ServiceDemand] = [:]
    for demand in model.demands where demand.isCertain {
      guard let owner = demand.owner, let source = model.offersOfCall[owner]?.first, isOnly(source, model)
      else {
        continue
      }
      let found = model.offers(of: demand.type, named: demand.name)
      guard found.count == 1, demand.arguments == .none else { continue }
      // A forward is built by the factory of its entry.
      let target = model.offers[found[0]].target ?? found[0]
      guard isOnly(target, model) else { continue }
      graph.connect(source, to: target)
      demands[Step(from: source, to: target)] = demands[Step(from: source, to: target)] ?? demand
    }
    return (graph, demands)
  }

  /// Whether the key is known, has no arguments, and is registered nowhere else.
  private static func isOnly(_ index: Int, _ model: ContainerModel) -> Bool {
    let offer = model.offers[index]
    guard let type = offer.type, offer.name != .unknown, offer.arguments == .none, !offer.isOfTests else {
      return false
    }
    return model.offers(of: type, named: offer.name).count == 1
  }
}
