/// Writes a graph as a Mermaid flowchart, which many hosts of source code draw in place.
enum MermaidExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines = ["flowchart LR"]
    for (number, cluster) in graph.clusters.enumerated() {
      let indent = cluster.isEmpty ? "  " : "    "
      if !cluster.isEmpty { lines.append("  subgraph c\(number)[\"\(escaped(cluster))\"]") }
      for (index, node) in graph.nodes.enumerated() where node.cluster == cluster {
        let detail = node.detail.isEmpty ? "" : "<br>\(escaped(node.detail))"
        lines.append("\(indent)n\(index)[\"\(escaped(node.name))\(detail)\"]")
      }
      if !cluster.isEmpty { lines.append("  end") }
    }
    for index in graph.nodes.indices {
      for edge in graph.edges(from: index) {
        let arrow = edge.isDeferred ? "-.->" : "-->"
        let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
        lines.append("  n\(index) \(arrow)\(label) n\(edge.target)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "#quot;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "#": result += "#35;"
      case "\n": result += " "
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
