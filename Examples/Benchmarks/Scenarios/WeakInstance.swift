import Facet

extension Scenario {
  static var weakInstance: [Scenario] {
    [
      Scenario(
        "weak shared", "An instance that somebody else holds; by hand the load of a weak variable.", goal: 1.5
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.weak)
        let held = container.resolve(Leaf.self)!
        let reference = WeakReference(held)
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(reference.leaf!) }
          },
          facet: Loop { iterations in
            withExtendedLifetime(held) {
              for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
            }
          })
      }
    ]
  }
}

private final class WeakReference {
  weak var leaf: Leaf?

  init(_ leaf: Leaf) { self.leaf = leaf }
}
