import FacetGraph
import FacetSyntax

extension ResolverModel {
  /// The keys, in the order of their declarations, and what the function of each takes.
  func makeGraph() -> DependencyGraph {
    var graph = DependencyGraph()
    for key in keys {
      let location = provider(of: key.name)?.site.location ?? key.site.location
      _ = graph.add(
        DependencyGraph.Node(
          key.name, detail: key.target, cluster: name, location: "\(location.path):\(location.line)"))
    }
    for (source, key) in keys.enumerated() {
      for parameter in provider(of: key.name)?.parameters ?? [] {
        guard let name = parameter.use.key, let target = index(ofKey: name) else { continue }
        graph.connect(
          source, to: target, label: parameter.use.isLazy ? "lazy" : "",
          kind: parameter.use.isLazy ? .deferred : .need)
      }
    }
    return graph
  }
}
