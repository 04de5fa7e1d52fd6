import Facet

extension Scenario {
  static var overriding: [Scenario] {
    [
      Scenario(
        "overriding one of 300",
        "A layer in which one of 300 services is another one, and a first resolve; by hand a copy of a dictionary of closures.",
        goal: nil, mostAllocations: nil
      ) {
        let names = (0..<300).map(String.init)
        let container = Container()
        for name in names {
          container.register(Leaf.self, name: name) { _ in Leaf() }.inObjectScope(.container)
        }
        let factories = [String: @Sendable () -> Leaf](
          uniqueKeysWithValues: names.map { ($0, { @Sendable in Leaf() }) })
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations {
              var layer = factories
              layer["7"] = { Leaf() }
              consume(layer["8"]!())
            }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations {
              let layer = container.overriding { $0.register(Leaf.self, name: "7") { _ in Leaf() } }
              consume(layer.resolve(Leaf.self, name: "8")!)
            }
          })
      }
    ]
  }
}
