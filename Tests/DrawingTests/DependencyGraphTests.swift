import FacetDrawing
import FacetGraph
import Testing
import FacetTestSupport

/// A graph of nodes that are named by letters: `["AB", "BC"]` says that A needs B and B needs C.
func graph(_ nodes: String, _ edges: [String]) -> DependencyGraph {
  var graph = DependencyGraph()
  var indices: [Character: Int] = [:]
  for name in nodes { indices[name] = graph.add(DependencyGraph.Node(String(name))) }
  for edge in edges {
    let ends = Array(edge)
    graph.connect(indices[ends[0]]!, to: indices[ends[1]]!)
  }
  return graph
}

extension DependencyGraph {
  func names(_ indices: [Int]) -> String { indices.map { nodes[$0].name }.joined() }
}

@Suite(.timeLimit(.minutes(20))) struct DependencyGraphTests {
  @Test func `An edge that is there already is not added twice`() {
    #expect(graph("AB", ["AB", "AB"]) == graph("AB", ["AB"]))
  }

  @Test func `Every node comes after all that it needs, in the order of the edges`() {
    let graph = graph("ABCDE", ["AB", "AC", "BD", "CD", "EA"])
    #expect(graph.names(graph.dependencyOrder(from: [0])) == "DBCA")
    #expect(graph.names(graph.dependencyOrder(from: [2, 0])) == "DCBA")
  }

  @Test func `A node that is left out first and needed later is in the order`() {
    var graph = graph("ABC", ["AB"])
    graph.connect(0, to: 2, label: "lazy", kind: .deferred)
    graph.connect(1, to: 2)
    var late = DependencyGraph()
    for name in ["A", "B", "C"] { _ = late.add(DependencyGraph.Node(name)) }
    late.connect(0, to: 2, label: "lazy", kind: .deferred)
    late.connect(0, to: 1)
    late.connect(1, to: 2)
    #expect(graph.names(graph.dependencyOrder(from: [0]) { !$0.isDeferred }) == "CBA")
    #expect(late.names(late.dependencyOrder(from: [0]) { !$0.isDeferred }) == "CBA")
  }

  @Test func `Clusters come in the order in which they first occur`() {
    var graph = DependencyGraph()
    for cluster in ["b", "a", "b"] { _ = graph.add(DependencyGraph.Node("n", cluster: cluster)) }
    #expect(graph.clusters.map(\.name) == ["b", "a"])
  }

  @Test func `A graph that is added keeps its edges`() {
    var whole = graph("AB", ["AB"])
    whole.append(graph("CD", ["CD"]))
    #expect(whole == graph("ABCD", ["AB", "CD"]))
  }
}

@Suite(.timeLimit(.minutes(20))) struct LoopTests {
  /// The nodes, the edges, and the loops: none, one of one, by its shortest way from the node that was added first, behind a node that was seen
  /// before, and each knot once.
  static let knots: [(nodes: String, edges: [String], loops: [String])] = [
    ("ABCD", ["AB", "AC", "BD", "CD"], []), ("AB", ["AB", "BB"], ["B"]),
    ("ABCDE", ["AB", "BC", "CD", "DA", "CA", "DE"], ["ABC"]),
    ("ABCD", ["AB", "CB", "CD", "DB", "DC"], ["CD"]),
    ("ABCDEF", ["AB", "BA", "CD", "DC", "BC", "EF", "FE"], ["AB", "CD", "EF"]),
  ]

  @Test(arguments: knots) func `A loop is shown once, by its shortest way`(
    nodes: String, edges: [String], loops: [String]
  ) {
    let graph = graph(nodes, edges)
    #expect(graph.loops().map(graph.names) == loops)
  }

  @Test func `A chain of a hundred thousand nodes and a loop as long are no trouble`() {
    var graph = DependencyGraph()
    for number in 0..<100_000 { _ = graph.add(DependencyGraph.Node("\(number)")) }
    for number in 0..<99_999 { graph.connect(number, to: number + 1) }
    #expect(graph.loops() == [])
    #expect(graph.dependencyOrder(from: [0]).first == 99_999)
    graph.connect(99_999, to: 0)
    #expect(graph.loops() == [Array(0..<100_000)])
  }
}
