import Facet

extension Scenario {
  static var deferredService: [Scenario] {
    [
      Scenario(
        "lazy", "A Lazy obtained and used; by hand a lock and an optional around a closure.", goal: 5.0
      ) {
        lazy(in: .transient)
      },
      Scenario(
        "lazy, graph", "The same for a service of the default scope, which joins the cycle.", goal: nil
      ) {
        lazy(in: .graph)
      },
      Scenario(
        "provider", "A Provider obtained and used; by hand an object around a closure.", goal: 4.0
      ) {
        let container = containerOfLeaf(in: .transient)
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(LeafProvider { Leaf() }.instance) }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Provider<Leaf>.self)!.instance) }
          })
      },
    ]
  }

  private static func lazy(in scope: ObjectScope) -> Comparison {
    let container = containerOfLeaf(in: scope)
    return Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(LazyLeaf { Leaf() }.instance) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve(Lazy<Leaf>.self)!.instance) }
      })
  }

  private static func containerOfLeaf(in scope: ObjectScope) -> Container {
    let container = Container()
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(scope)
    return container
  }
}
