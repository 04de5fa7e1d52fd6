import FacetGraph

/// The forms in which a graph can be written.
package enum GraphFormat: String, CaseIterable, Sendable {
  case mermaid, dot, json, text, tree, html

  /// Whether it is drawn, with boxes around nodes.
  package var isDrawing: Bool { self == .mermaid || self == .dot }

  /// Writes `graph` in this form; the same graph always gives the same text, which ends with a line break.
  package func text(of graph: DependencyGraph) -> String {
    switch self {
    case .mermaid: MermaidExport.text(of: graph)
    case .dot: DOTExport.text(of: graph)
    case .json: JSONExport.text(of: graph)
    case .text: TextExport.text(of: graph)
    case .tree: TreeExport.text(of: graph)
    case .html: HTMLExport.text(of: graph, title: "Services", problems: nil)
    }
  }
}
