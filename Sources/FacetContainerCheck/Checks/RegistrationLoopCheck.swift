import FacetGraph
import FacetSyntax

/// No factory needs what it is building.
///
/// Only what is certain counts: each factory on the way resolves the next whenever it runs, no key has arguments, and
/// each is registered once.
enum RegistrationLoopCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let (graph, demands) = certainGraph(model)
    return graph.loops().compactMap { loop in
      let steps = loop.indices.compactMap { demands["\(loop[$0]) \(loop[($0 + 1) % loop.count])"] }
      guard steps.count == loop.count, let first = steps.first else { return nil }
      let names = (loop + [loop[0]]).map { graph.nodes[$0].name }
      let notes = zip(loop, steps).map { node, step in
        Diagnostic.Note(
          "the factory of \(model.offers[node].words) resolves \(step.words) here", at: step.location)
      }
      return Diagnostic(
        .warning,
        "\(model.offers[loop[0]].words) needs itself: \(names.joined(separator: " → ")); \(remedy(steps))",
        at: first.location, notes: Array(notes.dropFirst()), subject: names[0])
    }
  }

  private static func remedy(_ steps: [ServiceDemand]) -> String {
    let isAwaited = steps.contains { $0.call.name.hasSuffix("Async") }
    // Nothing half-built is found over an await; and a service that holds itself wraps nothing.
    if isAwaited { return "resolve an AsyncLazy of one of them" }
    return steps.count == 1
      ? "decorate it, if it wraps the service that was registered before"
      : "set one of them in initCompleted, or resolve a Lazy of it"
  }

  /// A node for each offer, and an edge for each demand that is certain, be it one for something that may be missing: what is there is built.
  private static func certainGraph(_ model: ContainerModel) -> (DependencyGraph, [String: ServiceDemand]) {
    var graph = DependencyGraph()
    for offer in model.offers { _ = graph.add(DependencyGraph.Node(ContainerGraph.name(of: offer))) }
    var demands: [String: ServiceDemand] = [:]
    for demand in model.demands + model.uses where demand.isCertain {
      guard let source = model.owners(of: demand).first, isOnly(source, model) else { continue }
      let found = model.offers(of: demand.type, named: demand.name)
      guard found.count == 1, demand.arguments == .none else { continue }
      // A forward is built by the factory of its entry.
      let target = model.offers[found[0]].target ?? found[0]
      guard isOnly(target, model) else { continue }
      graph.connect(source, to: target)
      let step = "\(source) \(target)"
      demands[step] = demands[step] ?? demand
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
