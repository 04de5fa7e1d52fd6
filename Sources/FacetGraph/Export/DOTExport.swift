/// Writes a graph in the language of Graphviz.
enum DOTExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for (number, cluster) in graph.clusters.enumerated() {
      let indent = cluster.isEmpty ? "  " : "    "
      if !cluster.isEmpty {
        lines.append("  subgraph cluster_\(number) {")
        lines.append("    label=\(quoted(cluster));")
      }
      for (index, node) in graph.nodes.enumerated() where node.cluster == cluster {
        let label = node.detail.isEmpty ? node.name : node.name + "\n" + node.detail
        lines.append("\(indent)n\(index) [label=\(quoted(label))];")
      }
      if !cluster.isEmpty { lines.append("  }") }
    }
    for index in graph.nodes.indices {
      for edge in graph.edges(from: index) {
        var attributes: [String] = []
        if !edge.label.isEmpty { attributes.append("label=\(quoted(edge.label))") }
        if edge.isDeferred { attributes.append("style=dashed") }
        let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
        lines.append("  n\(index) -> n\(edge.target)\(suffix);")
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
