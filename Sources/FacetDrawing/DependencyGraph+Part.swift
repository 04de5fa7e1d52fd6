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
    for members in members where members.count == 1 { result.clearCluster(of: members[0]) }
    return result
  }

  /// The clusters in the order in which they first occur.
  package var clusters: [String] {
    var known: Set<String> = []
    return nodes.map(\.cluster).filter { known.insert($0).inserted }
  }

  /// The nodes of each cluster, in order.
  var members: [[Int]] {
    var numbers: [String: Int] = [:]
    var result: [[Int]] = []
    for (index, node) in nodes.enumerated() {
      if let number = numbers[node.cluster] {
        result[number].append(index)
      } else {
        numbers[node.cluster] = result.count
        result.append([index])
      }
    }
    return result
  }
}
