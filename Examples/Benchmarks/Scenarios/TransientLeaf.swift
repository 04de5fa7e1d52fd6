import Facet

extension Scenario {
  static var transientLeaf: [Scenario] {
    [
      Scenario(
        "transient leaf", "A service without dependencies, new each time; by hand its constructor.", goal: 2.2
      ) {
        leaf(in: .transient)
      },
      Scenario(
        "graph leaf", "The same in the default scope: a whole resolution cycle of one service.", goal: nil
      ) {
        leaf(in: .graph)
      },
    ]
  }

  private static func leaf(in scope: ObjectScope) -> Comparison {
    let container = Container()
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(scope)
    return Comparison(
      hand: .constructingLeaves,
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
      })
  }
}

extension Loop {
  /// The constructor of a leaf: what many scenarios are compared to.
  static var constructingLeaves: Loop {
    Loop { iterations in
      for _ in 0..<iterations { consume(Leaf()) }
    }
  }
}
