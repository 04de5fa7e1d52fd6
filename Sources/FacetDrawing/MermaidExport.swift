import FacetGraph

/// Writes a graph as a Mermaid flowchart, which many hosts of source code draw in place.
enum MermaidExport {
  static func text(of graph: DependencyGraph) -> String {
    var lines = graph.lines(
      opening: { ["subgraph c\($0)[\"\(escaped($1))\"]"] }, closing: "end",
      node: { index, node in
        let detail = node.detail.isEmpty ? "" : "<br>\(escaped(node.detail))"
        let style = node.isMissing ? ":::missing" : style(of: node.scope)
        return "n\(index)[\"\(escaped(node.name))\(detail)\"]\(style)"
      },
      edge: { source, edge in
        let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
        return "n\(source) \(arrow(of: edge.kind))\(label) n\(edge.target)"
      })
    if graph.nodes.contains(where: \.isMissing) {
      lines.append(classLine("missing", ScopeStyle.missing) + ",stroke-dasharray:4")
    }
    return (["flowchart LR"] + lines + legend(of: graph)).joined(separator: "\n") + "\n"
  }

  /// `graph` is a word of the language, so the classes have a letter in front.
  private static func style(of scope: DependencyGraph.Scope?) -> String {
    scope.map { ":::s_\($0.rawValue)" } ?? ""
  }

  private static func classLine(_ name: String, _ colours: (fill: String, border: String)) -> String {
    "  classDef \(name) fill:\(colours.fill),stroke:\(colours.border),color:#000000"
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
    let classes = scopes.map { classLine("s_\($0.rawValue)", ScopeStyle.colours(of: $0)) }
    return ["  subgraph legend[\"Scopes\"]"] + nodes + ["  end"] + classes
  }

  private static func escaped(_ text: String) -> String {
    // Other than in words, the language sees entities, directives and its own styles in the last three.
    text.escaped([
      "\"": "#quot;", "<": "#lt;", ">": "#gt;", "#": "#35;", "&": "#amp;", "%": "#37;", "`": "#96;",
    ])
  }
}
