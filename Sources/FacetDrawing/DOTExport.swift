import FacetGraph

/// Writes a graph in the language of Graphviz.
enum DOTExport {
  static func text(of graph: DependencyGraph) -> String {
    let head = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    let drawing = graph.lines(
      opening: { ["subgraph cluster_\($0) {", "  label=\(quoted($1));"] }, closing: "}",
      node: { index, node in
        let label = node.detail.isEmpty ? node.name : node.name + "\n" + node.detail
        return "n\(index) [label=\(quoted(label))\(style(of: node))];"
      },
      edge: { "n\($0) -> n\($1.target)\(attributes(of: $1));" })
    return (head + drawing + legend(of: graph) + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func style(of node: DependencyGraph.Node) -> String {
    node.isMissing ? style("rounded,filled,dashed", ScopeStyle.missing) : style(of: node.scope)
  }

  private static func style(of scope: DependencyGraph.Scope?) -> String {
    scope.map { style("rounded,filled", ScopeStyle.colours(of: $0)) } ?? ""
  }

  private static func style(_ style: String, _ colours: (fill: String, border: String)) -> String {
    ", style=\"\(style)\", fillcolor=\"\(colours.fill)\", color=\"\(colours.border)\", fontcolor=\"#000000\""
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
    "\"\(text.escaped(["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "&": "&amp;"]))\""
  }
}
