import FacetGraph

/// Writes a graph as a Mermaid flowchart, which many hosts of source code draw in place.
enum MermaidExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines = ["flowchart LR"]
    for (number, (cluster, members)) in zip(graph.clusters, graph.members).enumerated() {
      let indent = cluster.isEmpty ? "  " : "    "
      if !cluster.isEmpty { lines.append("  subgraph c\(number)[\"\(escaped(cluster))\"]") }
      for index in members {
        let node = graph.nodes[index]
        let detail = node.detail.isEmpty ? "" : "<br>\(escaped(node.detail))"
        let style = node.isMissing ? ":::missing" : style(of: node.scope)
        lines.append("\(indent)n\(index)[\"\(escaped(node.name))\(detail)\"]\(style)")
      }
      if !cluster.isEmpty { lines.append("  end") }
    }
    for index in graph.nodes.indices {
      for edge in graph.edges(from: index) {
        let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
        lines.append("  n\(index) \(arrow(of: edge.kind))\(label) n\(edge.target)")
      }
    }
    if graph.nodes.contains(where: \.isMissing) {
      let (fill, border) = ScopeStyle.missing
      lines.append("  classDef missing fill:\(fill),stroke:\(border),color:#000000,stroke-dasharray:4")
    }
    return (lines + legend(of: graph)).joined(separator: "\n") + "\n"
  }

  /// `graph` is a word of the language, so the classes have a letter in front.
  private static func style(of scope: DependencyGraph.Scope?) -> String {
    scope.map { ":::s_\($0.rawValue)" } ?? ""
  }

  private static func arrow(of kind: DependencyGraph.Edge.Kind) -> String {
    switch kind {
    case .need: "-->"
    case .deferred: "-.->"
    case .completion: "--o"
    case .forward: "==>"
    }
  }

  private static func legend(of graph: DependencyGraph) -> [String] {
    let scopes = ScopeStyle.used(in: graph)
    guard !scopes.isEmpty else { return [] }
    let nodes = scopes.map { "    s_\($0.rawValue)_legend[\"\($0.rawValue)\"]\(style(of: $0))" }
    let classes = scopes.map { scope in
      let (fill, border) = ScopeStyle.colours(of: scope)
      return "  classDef s_\(scope.rawValue) fill:\(fill),stroke:\(border),color:#000000"
    }
    return ["  subgraph legend[\"Scopes\"]"] + nodes + ["  end"] + classes
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "#quot;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "#": result += "#35;"
      // Other than in words, the language sees entities, directives and its own styles in these.
      case "&": result += "#amp;"
      case "%": result += "#37;"
      case "`": result += "#96;"
      case _ where character.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
