import FacetGraph

/// How pictures tell scopes apart: the colours of a node.
enum ScopeStyle {
  /// The colours of the area and of the border.
  static func colours(of scope: DependencyGraph.Scope) -> (fill: String, border: String) {
    switch scope {
    case .transient: ("#ffffff", "#8a8a8a")
    case .graph: ("#dbe9fb", "#4a78b5")
    case .container: ("#d9efd5", "#4c8f43")
    case .weak: ("#fdf1c9", "#b08d1a")
    case .perArgument: ("#d3efec", "#2f857b")
    case .scoped: ("#fbe3d0", "#b9692b")
    case .custom: ("#ead9f5", "#82529e")
    }
  }

  /// The colours of what is needed and missing.
  static let missing = (fill: "#fbdcdc", border: "#b53a3a")

  /// The scopes that occur, in a fixed order: what a legend explains.
  static func used(in graph: DependencyGraph) -> [DependencyGraph.Scope] {
    let used = Set(graph.nodes.compactMap(\.scope))
    return DependencyGraph.Scope.allCases.filter(used.contains)
  }
}
