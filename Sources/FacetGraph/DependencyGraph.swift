/// The built services and their needs, as plain data: the nodes in the order they were added, each with the edges
/// that leave it in theirs.
///
/// The graph knows nothing of containers or of source code; whoever fills it decides what a node stands for.
package struct DependencyGraph: Equatable, Sendable {
  /// Something that is built.
  package struct Node: Equatable, Sendable {
    /// The name that people use; it need not be unique.
    package var name: String
    /// A second line: a type, a scope, an effect.
    package var detail: String
    /// The group that the node is drawn in; empty for none.
    package var cluster: String
    /// Where it is declared, such as `Shop/Tea.swift:9`; empty if unknown.
    package var location: String
    /// How long its instances live; `nil` for what has no scope of its own.
    package var scope: Scope?
    /// Whether something needs it and nothing builds it.
    package var isMissing: Bool

    package init(
      _ name: String, detail: String = "", cluster: String = "", location: String = "", scope: Scope? = nil,
      isMissing: Bool = false
    ) {
      self.name = name
      self.detail = detail
      self.cluster = cluster
      self.location = location
      self.scope = scope
      self.isMissing = isMissing
    }
  }

  /// How long instances live; pictures give each scope a colour.
  package enum Scope: String, CaseIterable, Sendable {
    case transient, graph, container, weak, perArgument, scoped, custom
  }

  /// A need of one node for another.
  package struct Edge: Equatable, Sendable {
    package var target: Int
    /// The text at the arrow, which may be empty.
    package var label: String
    package var kind: EdgeKind

    package typealias Kind = EdgeKind

    package var isDeferred: Bool { kind == .deferred }
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

  /// Adds nodes without a name, for a graph that nobody draws.
  package mutating func addNodes(_ count: Int) { for _ in 0..<count { _ = add(Node("")) } }

  /// Adds an edge; one that is there already is not added twice.
  package mutating func connect(_ source: Int, to target: Int, label: String = "", kind: Edge.Kind = .need) {
    let edge = Edge(target: target, label: label, kind: kind)
    if !edgesBySource[source].contains(edge) { edgesBySource[source].append(edge) }
  }

  /// Adds the nodes and edges of another graph.
  package mutating func append(_ other: DependencyGraph) {
    let offset = nodes.count
    nodes += other.nodes
    edgesBySource += other.edgesBySource.map { edges in
      edges.map { Edge(target: $0.target + offset, label: $0.label, kind: $0.kind) }
    }
  }

  package mutating func clearCluster(of index: Int) { nodes[index].cluster = "" }

  /// The needs of the node at `index`, in the order in which it was added.
  package func edges(from index: Int) -> [Edge] { edgesBySource[index] }
}

/// The kinds of need.
public enum EdgeKind: String, Sendable {
  /// The target is needed to build the source.
  case need
  /// The target is resolved later, by a lazy or a provider.
  case deferred
  /// A completion of the source needs the target.
  case completion
  /// The source is another key of the target.
  case forward
}
