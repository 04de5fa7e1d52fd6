/// What is built and what each part needs, as plain data: the nodes in the order they were added, each with the edges
/// that leave it in theirs.
///
/// The graph knows nothing of containers or of source code; whoever fills it decides what a node stands for.
package struct DependencyGraph: Equatable, Sendable {
  /// Something that is built.
  package struct Node: Equatable, Sendable {
    /// What people call it; it need not be unique.
    package var name: String
    /// A second line: a type, a scope, an effect.
    package var detail: String
    /// The group that the node is drawn in; empty for none.
    package var cluster: String
    /// Where it is declared, such as `Shop/Tea.swift:9`; empty if unknown.
    package var location: String

    package init(_ name: String, detail: String = "", cluster: String = "", location: String = "") {
      self.name = name
      self.detail = detail
      self.cluster = cluster
      self.location = location
    }
  }

  /// A need of one node for another.
  package struct Edge: Equatable, Sendable {
    package var target: Int
    /// What is written at the arrow; empty for nothing.
    package var label: String
    /// Whether the target is needed later than the source is built, as through a lazy.
    package var isDeferred: Bool
  }

  package private(set) var nodes: [Node] = []
  private var edgesBySource: [[Edge]] = []

  package init() {}

  /// Adds a node and returns its index.
  package mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    edgesBySource.append([])
    return nodes.count - 1
  }

  /// Adds an edge; one that is there already is not added twice.
  package mutating func connect(_ source: Int, to target: Int, label: String = "", isDeferred: Bool = false) {
    let edge = Edge(target: target, label: label, isDeferred: isDeferred)
    if !edgesBySource[source].contains(edge) { edgesBySource[source].append(edge) }
  }

  /// Adds the nodes and edges of another graph.
  package mutating func append(_ other: DependencyGraph) {
    let offset = nodes.count
    nodes += other.nodes
    edgesBySource += other.edgesBySource.map { edges in
      edges.map { Edge(target: $0.target + offset, label: $0.label, isDeferred: $0.isDeferred) }
    }
  }

  /// What the node at `index` needs, in the order in which it was added.
  package func edges(from index: Int) -> [Edge] { edgesBySource[index] }

  /// The clusters in the order in which they first occur.
  package var clusters: [String] {
    var result: [String] = []
    for node in nodes where !result.contains(node.cluster) { result.append(node.cluster) }
    return result
  }
}
