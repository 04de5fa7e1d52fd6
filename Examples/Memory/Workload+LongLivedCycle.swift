import Facet

extension Workload {
  /// What joins a cycle whose identifier an application holds for as long as it runs.
  static var longLivedCycle: [Workload] { [resolvesInOneCycle, childrenInOneCycle, registrationsInOneCycle] }

  private static var resolvesInOneCycle: Workload {
    Workload(name: "100,000 resolves that join one cycle", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }
      let cycle = GraphIdentifier()
      return { count in
        for _ in 0..<count { container.withObjectGraph(cycle) { _ = container.resolve(Leaf.self)! } }
      }
    }
  }

  private static var childrenInOneCycle: Workload {
    Workload(name: "100,000 children that join one cycle", count: 100_000) {
      let container = Container()
      let cycle = GraphIdentifier()
      return { count in
        for _ in 0..<count {
          let child = Container(parent: container)
          child.register(Leaf.self) { _ in Leaf() }
          child.withObjectGraph(cycle) { _ = child.resolve(Leaf.self)! }
        }
      }
    }
  }

  private static var registrationsInOneCycle: Workload {
    Workload(name: "100,000 registrations of one key in one cycle", count: 100_000) {
      let container = Container()
      let cycle = GraphIdentifier()
      return { count in
        for _ in 0..<count {
          container.register(Leaf.self) { _ in Leaf() }
          container.withObjectGraph(cycle) { _ = container.resolve(Leaf.self)! }
        }
      }
    }
  }
}
