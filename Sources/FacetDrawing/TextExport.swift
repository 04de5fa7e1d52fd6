import FacetGraph

/// Writes a graph for reading in a terminal: each node with what it needs below it.
enum TextExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines: [String] = []
    for (cluster, members) in graph.clusters {
      if !lines.isEmpty { lines.append("") }
      let indent = cluster.isEmpty ? "" : "  "
      if !cluster.isEmpty { lines.append(cluster) }
      for index in members {
        let node = graph.nodes[index]
        let detail = node.detail.isEmpty ? "" : ": \(node.detail)"
        let location = node.location.isEmpty ? "" : "  (\(node.location))"
        lines.append("\(indent)\(node.name)\(detail)\(location)")
        for edge in graph.edges(from: index) {
          let label = edge.label.isEmpty ? "" : "  (\(edge.label))"
          let other = graph.nodes[edge.target].cluster
          let place = other == cluster || other.isEmpty ? "" : "\(other)."
          lines.append(
            "\(indent)  \(edge.isDeferred ? "⇢" : "→") \(place)\(graph.nodes[edge.target].name)\(label)")
        }
      }
    }
    return lines.isEmpty ? "The graph is empty.\n" : lines.joined(separator: "\n") + "\n"
  }
}
