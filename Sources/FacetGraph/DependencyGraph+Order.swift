// MARK: - Order

extension DependencyGraph {
  /// The nodes that can be reached from `roots`, every node after all that it needs.
  ///
  /// Nodes come as late as their first user allows and otherwise in the order of the edges, so the result depends on
  /// the graph alone. Where the graph has a loop, the edge that closes it is ignored. The walk keeps its own stack:
  /// a chain of any length is fine.
  ///
  /// - Parameters:
  ///   - roots: Where the walk begins, in order.
  ///   - follow: Says which edges count; by default all do.
  /// - Returns: The nodes in order, each once.
  /// - Complexity: O(nodes + edges).
  package func dependencyOrder(
    from roots: [Int], following follow: (Edge) -> Bool = { _ in true }
  ) -> [Int] {
    var result: [Int] = []
    var isVisited = [Bool](repeating: false, count: nodes.count)
    var stack: [(node: Int, next: Int)] = []
    for root in roots where !isVisited[root] {
      isVisited[root] = true
      stack.append((root, 0))
      while let (node, next) = stack.last {
        let edges = edges(from: node)
        guard next < edges.count else {
          result.append(node)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = edges[next]
        if !isVisited[edge.target], follow(edge) {
          isVisited[edge.target] = true
          stack.append((edge.target, 0))
        }
      }
    }
    return result
  }
}
