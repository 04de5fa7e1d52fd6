import Facet
import FacetDrawing
import FacetGraph

/// The registered keys and the needs among them, as data and as pictures.
///
/// ```swift
/// print(container.verify().graph.mermaid)
/// ```
///
/// Nodes and edges are in the order of registration, so the same registrations give the same text.
public struct ContainerGraph: Sendable {
  /// One key.
  public struct Node: Sendable {
    /// The key in short: `Tea "green" (Int)`.
    public let name: String
    /// The name of the scope; empty for a forward.
    public let scope: String
    /// The assembly or the container that the node belongs to; empty if there is only one.
    public let cluster: String
    /// The entry of the key.
    public let entry: ContainerEntry
  }

  /// A need of one node for another, by their places in ``ContainerGraph/nodes``.
  public struct Edge: Hashable, Sendable {
    /// The kinds of need.
    public typealias Kind = EdgeKind

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
  /// What a verification found; `nil` if there was none.
  private let problems: [HTMLExport.Problem]?

  init(_ wiring: Wiring, _ problems: [VerificationProblem]? = nil) {
    let hasParents = wiring.entries.contains { $0.level > 0 }
    var drawing = DependencyGraph()
    nodes = wiring.entries.map { entry in
      let node = Node(
        name: ContainerGraph.name(of: entry), scope: entry.isForward ? "" : entry.objectScope.name,
        cluster: ContainerGraph.cluster(of: entry, hasParents), entry: entry)
      _ = drawing.add(
        DependencyGraph.Node(
          node.name,
          detail: entry.isForward || entry.decoratorCount == 0 ? node.scope : "\(node.scope), decorated",
          cluster: node.cluster, location: entry.location.description,
          scope: entry.isForward ? nil : DependencyGraph.Scope(rawValue: "\(entry.objectScope.kind)")))
      return node
    }
    edges = wiring.edges
    for edge in edges {
      drawing.connect(
        edge.source, to: edge.target, label: edge.kind == .forward ? "forwards" : "", kind: edge.kind)
    }
    self.drawing = drawing
    self.problems = problems?.map { problem in
      let key = problem.entries.first?.key ?? problem.key
      return HTMLExport.Problem(
        problem.kind.words, problem.description, node: wiring.entries.firstIndex { $0.key == key })
    }
  }

  /// The assembly, and the container where there are several.
  private static func cluster(of entry: ContainerEntry, _ hasParents: Bool) -> String {
    let container =
      entry.level > 1 ? "parent \(entry.level)" : entry.level == 1 ? "parent" : hasParents ? "child" : ""
    return [container, entry.assembly ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private static func name(of entry: ContainerEntry) -> String {
    let names = TypeNames(of: [entry.key])
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

  /// One page for a browser, with a search, each service with what it needs and what needs it, and the problems of the verification.
  ///
  /// The page has everything in it: it needs no network, and no other file.
  ///
  /// ```swift
  /// try container.verify().graph.html().write(toFile: "graph.html", atomically: true, encoding: .utf8)
  /// ```
  ///
  /// - Parameter link: The address that a place leads to, with `{path}` and `{line}` where these belong; without it, places are text.
  /// - Returns: The text of the page.
  public func html(link: String? = nil) -> String {
    HTMLExport.text(of: drawing, title: "Services", problems: problems, link: link)
  }

  /// A list of nodes, each with the indices of its needs.
  public var json: String { GraphFormat.json.text(of: drawing) }
}
