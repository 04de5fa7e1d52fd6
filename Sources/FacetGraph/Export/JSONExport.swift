/// Writes a graph as JSON: a list of nodes with the indices of what they need.
enum JSONExport {
  static func text(of graph: DependencyGraph) -> String {
    let nodes = graph.nodes.indices.map { index in
      let node = graph.nodes[index]
      var fields = ["\"name\": \(quoted(node.name))"]
      if !node.detail.isEmpty { fields.append("\"detail\": \(quoted(node.detail))") }
      if !node.cluster.isEmpty { fields.append("\"cluster\": \(quoted(node.cluster))") }
      if let scope = node.scope { fields.append("\"scope\": \(quoted(scope.rawValue))") }
      if !node.location.isEmpty { fields.append("\"location\": \(quoted(node.location))") }
      fields.append("\"needs\": [\(graph.edges(from: index).map(needed).joined(separator: ", "))]")
      return "    { \(fields.joined(separator: ", ")) }"
    }
    return nodes.isEmpty
      ? "{ \"nodes\": [] }\n" : "{\n  \"nodes\": [\n\(nodes.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private static func needed(_ edge: DependencyGraph.Edge) -> String {
    var fields = ["\"node\": \(edge.target)"]
    if !edge.label.isEmpty { fields.append("\"label\": \(quoted(edge.label))") }
    if edge.isDeferred { fields.append("\"deferred\": true") }
    if edge.kind == .forward || edge.kind == .completion {
      fields.append("\"kind\": \(quoted(edge.kind.rawValue))")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where character.value < 0x20:
        let digits = String(character.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
