import Facet

extension Scenario {
  static var childDepth: [Scenario] {
    [(1, 2.2), (4, 2.4), (16, 3.2)].map { depth, goal in
      Scenario(
        "child, depth \(depth)", "A leaf of the root, asked for in a descendant; by hand its constructor.",
        goal: goal
      ) {
        var container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
        for _ in 0..<depth { container = Container(parent: container) }
        return Comparison(
          hand: .constructingLeaves,
          facet: Loop { [container] iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
          })
      }
    }
  }
}
