// MARK: - Loops

extension DependencyGraph {
  /// Every knot of nodes that need one another, each shown by its shortest loop.
  ///
  /// A loop is given as the nodes along it, beginning with the one that was added first and without repeating it at
  /// the end. A node that needs itself is a loop of one. The loops come in the order of their first nodes.
  ///
  /// - Complexity: O(nodes + edges) to find the knots, and the same again for each of them.
  package func loops() -> [[Int]] {
    var result: [[Int]] = []
    for component in stronglyConnectedComponents() {
      let members = Set(component)
      guard let first = component.min() else { continue }
      if let loop = shortestLoop(through: first, within: members) { result.append(loop) }
    }
    return result.sorted { $0[0] < $1[0] }
  }

  /// The shortest way from `start` back to itself, without it at the end.
  private func shortestLoop(through start: Int, within members: Set<Int>) -> [Int]? {
    edges(from: start).contains { $0.target == start }
      ? [start]
      : shortestPath(from: start, within: members) { node in edges(from: node).contains { $0.target == start }
      }
  }

  /// The nodes along a shortest way from one to another, both included; `nil` if there is none.
  ///
  /// - Complexity: O(nodes + edges).
  package func shortestPath(from start: Int, to end: Int) -> [Int]? {
    shortestPath(from: start, within: nil) { $0 == end }
  }

  /// Searches by breadth for a node.
  private func shortestPath(
    from start: Int, within members: Set<Int>?, to isEnd: (Int) -> Bool
  ) -> [Int]? {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      if isEnd(node) {
        var path = [node]
        while let last = path.last, last != start, let before = previous[last] { path.append(before) }
        return path.reversed()
      }
      for edge in edges(from: node) where members?.contains(edge.target) ?? true {
        guard edge.target != start, previous[edge.target] == nil else { continue }
        previous[edge.target] = node
        queue.append(edge.target)
      }
    }
    return nil
  }

  /// For each node a number that the nodes have in common that need one another.
  ///
  /// - Complexity: O(nodes + edges).
  package func knots() -> [Int] {
    var result = [Int](repeating: 0, count: nodes.count)
    for (number, component) in stronglyConnectedComponents().enumerated() {
      for node in component { result[node] = number }
    }
    return result
  }

  /// Tarjan's components, found without recursion so that a long chain cannot exhaust the stack.
  private func stronglyConnectedComponents() -> [[Int]] {
    var result: [[Int]] = []
    var order = [Int](repeating: -1, count: nodes.count)
    var lowest = [Int](repeating: 0, count: nodes.count)
    var isOpen = [Bool](repeating: false, count: nodes.count)
    var open: [Int] = []
    var counter = 0
    var stack: [(node: Int, next: Int)] = []

    func enter(_ node: Int) {
      order[node] = counter
      lowest[node] = counter
      counter += 1
      open.append(node)
      isOpen[node] = true
      stack.append((node, 0))
    }

    for root in nodes.indices where order[root] < 0 {
      enter(root)
      while let (node, next) = stack.last {
        let edges = edges(from: node)
        if next < edges.count {
          stack[stack.count - 1].next += 1
          let target = edges[next].target
          if order[target] < 0 {
            enter(target)
          } else if isOpen[target] {
            lowest[node] = min(lowest[node], order[target])
          }
          continue
        }
        stack.removeLast()
        if let parent = stack.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        var component: [Int] = []
        while let last = open.popLast() {
          isOpen[last] = false
          component.append(last)
          if last == node { break }
        }
        result.append(component)
      }
    }
    return result
  }
}
