import FacetGraph

// MARK: - Parts

extension DependencyGraph {
  /// The nodes with a name, be it followed by what else is in their keys.
  package func nodes(named name: String) -> [Int] {
    nodes.indices.filter { nodes[$0].name == name || nodes[$0].name.hasPrefix(name + " ") }
  }

  /// Some nodes and what they need.
  ///
  /// - Parameters:
  ///   - roots: Where to begin.
  ///   - depth: How many steps to go; `nil` for all.
  /// - Returns: A graph of these nodes alone, in their order.
  package func part(from roots: [Int], depth: Int? = nil) -> DependencyGraph {
    var isKept = Array(repeating: false, count: nodes.count)
    for root in roots { isKept[root] = true }
    var front = roots
    var step = 0
    while !front.isEmpty, step < depth ?? .max {
      var next: [Int] = []
      for source in front {
        for edge in edges(from: source) where !isKept[edge.target] {
          isKept[edge.target] = true
          next.append(edge.target)
        }
      }
      front = next
      step += 1
    }
    return keeping(isKept)
  }

  private func keeping(_ isKept: [Bool]) -> DependencyGraph {
    var result = DependencyGraph()
    var places: [Int: Int] = [:]
    for index in nodes.indices where isKept[index] { places[index] = result.add(nodes[index]) }
    for index in nodes.indices {
      guard let source = places[index] else { continue }
      for edge in edges(from: index) {
        guard let target = places[edge.target] else { continue }
        result.connect(source, to: target, label: edge.label, kind: edge.kind)
      }
    }
    return result
  }

  /// The same graph with no box around a single node.
  package func withoutSmallClusters() -> DependencyGraph {
    var result = self
    for (_, members) in clusters where members.count == 1 { result.clearCluster(of: members[0]) }
    return result
  }

  /// The clusters in the order in which they first occur, with their nodes in order.
  package var clusters: [(name: String, members: [Int])] {
    var numbers: [String: Int] = [:]
    var result: [(name: String, members: [Int])] = []
    for (index, node) in nodes.enumerated() {
      if let number = numbers[node.cluster] {
        result[number].members.append(index)
      } else {
        numbers[node.cluster] = result.count
        result.append((node.cluster, [index]))
      }
    }
    return result
  }

  /// The lines of a drawing: the nodes, with a box around those of a cluster, and then the edges.
  func lines(
    opening: (_ number: Int, _ name: String) -> [String], closing: String, node: (Int, Node) -> String,
    edge: (_ source: Int, Edge) -> String
  ) -> [String] {
    var lines: [String] = []
    for (number, cluster) in clusters.enumerated() {
      let members = cluster.members.map { node($0, nodes[$0]) }
      lines +=
        cluster.name.isEmpty
        ? members : opening(number, cluster.name) + members.map { "  " + $0 } + [closing]
    }
    for index in nodes.indices { lines += edges(from: index).map { edge(index, $0) } }
    return lines.map { "  " + $0 }
  }
}
