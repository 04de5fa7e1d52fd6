import Facet

extension Scenario {
  static var onMainActor: [Scenario] {
    [
      Scenario(
        "main actor, leaf",
        "A factory of the main actor, asked on it; beside the same that belongs to no actor, also by Facet.",
        goal: 1.1
      ) {
        let (free, isolated) = (Container(), Container())
        free.register(Leaf.self) { _ in Leaf() }
        isolated.register(Leaf.self) { @MainActor _ in Leaf() }
        return Comparison(
          hand: .resolving(Leaf.self, from: free), facet: .resolving(Leaf.self, from: isolated))
      },
      Scenario(
        "main actor, completed",
        "The same with an initCompleted.",
        goal: 1.1
      ) {
        let (free, isolated) = (Container(), Container())
        free.register(Leaf.self) { _ in Leaf() }.initCompleted { _, leaf in consume(leaf) }
        isolated.register(Leaf.self) { @MainActor _ in Leaf() }
          .initCompleted { @MainActor _, leaf in consume(leaf) }
        return Comparison(
          hand: .resolving(Leaf.self, from: free), facet: .resolving(Leaf.self, from: isolated))
      },
    ]
  }
}

extension Loop {
  fileprivate static func resolving<Service>(_ type: Service.Type, from container: Container) -> Loop {
    Loop { iterations in
      for _ in 0..<iterations { consume(container.resolve(type)!) }
    }
  }
}
