import FacetGraph

/// Writes a graph as JSON: a list of nodes with the indices of what they need.
enum JSONExport {
  static func text(of graph: DependencyGraph) -> String {
    let nodes = graph.nodes.indices.map { index in
      let node = graph.nodes[index]
      var fields = ["\"name\": \(JSONText.quoted(node.name))"]
      if !node.detail.isEmpty { fields.append("\"detail\": \(JSONText.quoted(node.detail))") }
      if !node.cluster.isEmpty { fields.append("\"cluster\": \(JSONText.quoted(node.cluster))") }
      if let scope = node.scope { fields.append("\"scope\": \(JSONText.quoted(scope.rawValue))") }
      if node.isMissing { fields.append("\"missing\": true") }
      if !node.location.isEmpty { fields.append("\"location\": \(JSONText.quoted(node.location))") }
      fields.append("\"needs\": [\(graph.edges(from: index).map(needed).joined(separator: ", "))]")
      return "    { \(fields.joined(separator: ", ")) }"
    }
    return nodes.isEmpty
      ? "{ \"nodes\": [] }\n" : "{\n  \"nodes\": [\n\(nodes.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private static func needed(_ edge: DependencyGraph.Edge) -> String {
    var fields = ["\"node\": \(edge.target)"]
    if !edge.label.isEmpty { fields.append("\"label\": \(JSONText.quoted(edge.label))") }
    if edge.isDeferred { fields.append("\"deferred\": true") }
    if edge.kind == .forward || edge.kind == .completion {
      fields.append("\"kind\": \(JSONText.quoted(edge.kind.rawValue))")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}
