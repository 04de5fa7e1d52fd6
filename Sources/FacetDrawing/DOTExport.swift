import FacetGraph

/// Writes a graph in the language of Graphviz.
enum DOTExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for (number, (cluster, members)) in zip(graph.clusters, graph.members).enumerated() {
      let indent = cluster.isEmpty ? "  " : "    "
      if !cluster.isEmpty {
        lines.append("  subgraph cluster_\(number) {")
        lines.append("    label=\(quoted(cluster));")
      }
      for index in members {
        let node = graph.nodes[index]
        let label = node.detail.isEmpty ? node.name : node.name + "\n" + node.detail
        lines.append("\(indent)n\(index) [label=\(quoted(label))\(style(of: node))];")
      }
      if !cluster.isEmpty { lines.append("  }") }
    }
    for index in graph.nodes.indices {
      for edge in graph.edges(from: index) {
        lines.append("  n\(index) -> n\(edge.target)\(attributes(of: edge));")
      }
    }
    return (lines + legend(of: graph) + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func style(of node: DependencyGraph.Node) -> String {
    guard node.isMissing else { return style(of: node.scope) }
    let (fill, border) = ScopeStyle.missing
    return
      ", style=\"rounded,filled,dashed\", fillcolor=\"\(fill)\", color=\"\(border)\", fontcolor=\"#000000\""
  }

  private static func style(of scope: DependencyGraph.Scope?) -> String {
    guard let scope else { return "" }
    let (fill, border) = ScopeStyle.colours(of: scope)
    return ", style=\"rounded,filled\", fillcolor=\"\(fill)\", color=\"\(border)\", fontcolor=\"#000000\""
  }

  private static func attributes(of edge: DependencyGraph.Edge) -> String {
    var attributes: [String] = []
    if !edge.label.isEmpty { attributes.append("label=\(quoted(edge.label))") }
    switch edge.kind {
    case .need: break
    case .deferred: attributes.append("style=dashed")
    case .completion: attributes.append("style=dotted")
    case .forward: attributes.append("style=bold, arrowhead=empty")
    }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }

  private static func legend(of graph: DependencyGraph) -> [String] {
    let scopes = ScopeStyle.used(in: graph)
    guard !scopes.isEmpty else { return [] }
    return ["  subgraph cluster_legend {", "    label=\"Scopes\";"]
      + scopes.map { "    scope_\($0.rawValue) [label=\"\($0.rawValue)\"\(style(of: $0))];" } + ["  }"]
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "&": result += "&amp;"
      case _ where character.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}
