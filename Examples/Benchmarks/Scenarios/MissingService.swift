import Facet

extension Scenario {
  static var missingService: [Scenario] {
    [
      missing(among: 10) { $0.visitCorner() },
      missing(among: 1_000) { $0.visitAll() },
      Scenario(
        "missing, optional", "Asked for as an optional: that is no failure; by hand the lookup.",
        goal: 2.4
      ) {
        let container = Container()
        NodeRegistration(container: container).visitCorner()
        let store = HandWrittenStore()
        StoreFilling(store: store).visitCorner()
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(store.serviceIfPresent(Leaf.self)) }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf?.self)!) }
          })
      },
    ]
  }

  private static func missing(
    among count: Int, _ fill: @escaping (any DigitVisitor) -> Void
  ) -> Scenario {
    Scenario(
      "missing among \(count.formatted)",
      "A service that is registered with a name only, and a silent handler; by hand a lookup and a closure.",
      goal: 3.4, mostAllocations: 3
    ) {
      let container = Container()
      container.failureHandler = { _ in }
      fill(NodeRegistration(container: container))
      container.register(Leaf.self, name: "green") { _ in Leaf() }
      let store = HandWrittenStore { _ in }
      fill(StoreFilling(store: store))
      return Comparison(
        hand: Loop { iterations in
          for _ in 0..<iterations { consume(store.serviceOrFailure(Leaf.self)) }
        },
        facet: Loop { iterations in
          for _ in 0..<iterations { consume(container.resolve(Leaf.self)) }
        })
    }
  }
}

/// Inserts an instance of each node.
private struct StoreFilling: DigitVisitor {
  let store: HandWrittenStore

  func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
    store.insert(Node<X, Y, Z>(beside: nil, below: nil))
  }
}
