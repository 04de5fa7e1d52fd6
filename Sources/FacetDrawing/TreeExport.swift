import FacetGraph

/// Writes a graph as trees for reading in a terminal: below each node what it needs, once.
///
/// The first trees are those of the nodes that no other needs. A node that was shown before is a line with `…`.
struct TreeExport {
  private let graph: DependencyGraph
  private var lines: [String] = []
  private var isShown: [Bool]

  static func text(of graph: DependencyGraph) -> String {
    guard !graph.nodes.isEmpty else { return "The graph is empty.\n" }
    var export = TreeExport(graph)
    export.writeTrees()
    return export.lines.joined(separator: "\n") + "\n"
  }

  private init(_ graph: DependencyGraph) {
    self.graph = graph
    isShown = Array(repeating: false, count: graph.nodes.count)
  }

  private mutating func writeTrees() {
    var isNeeded = isShown
    for index in graph.nodes.indices {
      for edge in graph.edges(from: index) where edge.target != index { isNeeded[edge.target] = true }
    }
    for index in graph.nodes.indices where !isNeeded[index] { writeTree(of: index) }
    // What is left are loops that nothing outside needs.
    for index in graph.nodes.indices where !isShown[index] { writeTree(of: index) }
  }

  /// Keeps its own stack: a chain of any length is fine.
  private mutating func writeTree(of root: Int) {
    write(root, .need, first: "")
    var stack = [(node: root, next: 0, indent: "")]
    while let (node, next, indent) = stack.last {
      let edges = graph.edges(from: node)
      guard next < edges.count else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let edge = edges[next]
      let isLast = next == edges.count - 1
      let wasShown = isShown[edge.target]
      write(edge.target, edge.kind, first: indent + (isLast ? "└─ " : "├─ "))
      if !wasShown { stack.append((edge.target, 0, indent + (isLast ? "   " : "│  "))) }
    }
  }

  private mutating func write(_ index: Int, _ kind: DependencyGraph.Edge.Kind, first: String) {
    let node = graph.nodes[index]
    var line = first + mark(of: kind) + node.name
    if isShown[index] {
      if !graph.edges(from: index).isEmpty { line += " …" }
    } else {
      if !node.detail.isEmpty { line += ": \(node.detail)" }
      if !node.location.isEmpty { line += "  (\(node.location))" }
    }
    isShown[index] = true
    lines.append(line)
  }

  private func mark(of kind: DependencyGraph.Edge.Kind) -> String {
    switch kind {
    case .need: ""
    case .deferred: "later: "
    case .completion: "then: "
    case .forward: "is: "
    }
  }
}
