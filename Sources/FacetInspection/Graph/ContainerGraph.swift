import Facet
import FacetGraph

/// The registered keys and the needs among them, as data and as pictures.
///
/// ```swift
/// print(container.verify().graph.mermaid)
/// ```
///
/// Nodes and edges are in the order of registration, so the same registrations give the same text.
public struct ContainerGraph: Sendable {
  /// One key, or one group of keys in an ``overview``.
  public struct Node: Sendable {
    /// The key in short: `Tea "green" (Int)`.
    public let name: String
    /// The name of the scope; empty for a forward.
    public let scope: String
    /// The assembly or the container that the node belongs to; empty if there is only one.
    public let cluster: String
    /// The entry behind the node; `nil` in an overview.
    public let entry: ContainerEntry?
  }

  /// A need of one node for another, by their places in ``ContainerGraph/nodes``.
  public struct Edge: Hashable, Sendable {
    /// The kinds of need.
    public enum Kind: String, Sendable {
      /// The factory needs the target.
      case need
      /// A `Lazy` or a `Provider` resolves the target later.
      case deferred
      /// A completion needs the target.
      case completion
      /// The key is forwarded to the target.
      case forward
    }

    /// The node that has the need.
    public let source: Int
    /// The node that is needed.
    public let target: Int
    /// The kind of need.
    public let kind: Kind
  }

  /// The keys, in the order of registration; the keys of the uppermost parent come first.
  public let nodes: [Node]
  /// The needs: declared needs first, then observed needs.
  public let edges: [Edge]

  private let drawing: DependencyGraph

  init(_ wiring: Wiring) {
    let clusters = ClusterNames(wiring.entries)
    self.init(
      wiring.entries.map { entry in
        Node(
          name: ContainerGraph.name(of: entry), scope: entry.isForward ? "" : entry.objectScope.name,
          cluster: clusters.name(of: entry), entry: entry)
      },
      wiring.edges)
  }

  private init(_ nodes: [Node], _ edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
    var drawing = DependencyGraph()
    for node in nodes {
      _ = drawing.add(
        DependencyGraph.Node(
          node.name, detail: ContainerGraph.detail(of: node), cluster: node.cluster,
          location: node.entry?.location.description ?? "", scope: ContainerGraph.colour(of: node)))
    }
    for edge in edges {
      drawing.connect(
        edge.source, to: edge.target, label: edge.kind == .forward ? "forwards" : "",
        kind: DependencyGraph.Edge.Kind(edge.kind))
    }
    self.drawing = drawing
  }

  private static func detail(of node: Node) -> String {
    guard let entry = node.entry, !entry.isForward, entry.decoratorCount > 0 else { return node.scope }
    return "\(node.scope), decorated"
  }

  private static func colour(of node: Node) -> DependencyGraph.Scope? {
    guard let entry = node.entry, !entry.isForward else { return nil }
    return switch entry.objectScope.kind {
    case .transient: .transient
    case .graph: .graph
    case .container: .container
    case .weak: .weak
    case .custom: .custom
    case .perArgument: .perArgument
    case .scoped: .scoped
    }
  }

  private static func name(of entry: ContainerEntry) -> String {
    let names = ProblemNames([entry.key])
    let arguments = entry.key.argumentTypes
    let list = arguments.isEmpty ? "" : " (\(arguments.map(names.name).joined(separator: ", ")))"
    return names.step(entry.key) + list
  }
}

// MARK: - Pictures

extension ContainerGraph: CustomStringConvertible {
  /// Trees for a terminal: each key with its needs below, once.
  public var description: String { GraphFormat.tree.text(of: drawing) }

  /// A Mermaid flowchart, which many code hosts render.
  public var mermaid: String { GraphFormat.mermaid.text(of: drawing) }

  /// The language of Graphviz: `dot -Tsvg`.
  public var dot: String { GraphFormat.dot.text(of: drawing) }

  /// A list of nodes, each with the indices of its needs.
  public var json: String { GraphFormat.json.text(of: drawing) }

  /// The graph with one node for each cluster, for graphs that are too large to read.
  ///
  /// The number in a node's name is its number of keys. An edge means that a key of one cluster needs a key of the other.
  public var overview: ContainerGraph {
    var numbers: [String: Int] = [:]
    var names: [String] = []
    var counts: [Int] = []
    for node in nodes {
      if let number = numbers[node.cluster] {
        counts[number] += 1
      } else {
        numbers[node.cluster] = names.count
        names.append(node.cluster)
        counts.append(1)
      }
    }
    var known: Set<Edge> = []
    let edges = edges.compactMap { edge -> Edge? in
      guard let source = numbers[nodes[edge.source].cluster],
        let target = numbers[nodes[edge.target].cluster],
        source != target
      else { return nil }
      let edge = Edge(source: source, target: target, kind: .need)
      return known.insert(edge).inserted ? edge : nil
    }
    return ContainerGraph(
      zip(names, counts).map { name, count in
        Node(name: "\(name.isEmpty ? "others" : name): \(count)", scope: "", cluster: "", entry: nil)
      }, edges)
  }
}

extension DependencyGraph.Edge.Kind {
  fileprivate init(_ kind: ContainerGraph.Edge.Kind) {
    self =
      switch kind {
      case .need: .need
      case .deferred: .deferred
      case .completion: .completion
      case .forward: .forward
      }
  }
}

/// The names of clusters: assemblies, and containers where there are several.
private struct ClusterNames {
  private let hasParents: Bool

  init(_ entries: [ContainerEntry]) {
    hasParents = entries.contains { $0.level > 0 }
  }

  func name(of entry: ContainerEntry) -> String {
    let container =
      switch entry.level {
      case 0: hasParents ? "child" : ""
      case 1: "parent"
      default: "parent \(entry.level)"
      }
    guard let assembly = entry.assembly else { return container }
    return container.isEmpty ? assembly : "\(container): \(assembly)"
  }
}
