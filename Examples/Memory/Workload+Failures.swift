import Facet

extension Workload {
  /// Resolves that give nothing.
  static var failures: [Workload] { [missingServices, missingOptionals, throwingFactories, loops] }

  private static var missingServices: Workload {
    Workload(name: "100,000 resolves of a service that is missing", count: 100_000) {
      let container = Container()
      container.failureHandler = { _ in }
      container.register(Leaf.self, name: "near") { _ in Leaf() }
      return { count in
        // Nothing registers it: facet:ignore
        for _ in 0..<count { _ = container.resolve(Leaf.self) }
      }
    }
  }

  private static var missingOptionals: Workload {
    Workload(name: "1,000,000 resolves of an optional that is missing", count: 1_000_000) {
      let container = Container()
      return { count in
        for _ in 0..<count { _ = container.resolve(Leaf?.self) }
      }
    }
  }

  private static var throwingFactories: Workload {
    Workload(name: "100,000 resolves by a factory that throws", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { _ in throw Frozen() }
      return { count in
        for _ in 0..<count { _ = try? container.require(Leaf.self) }
      }
    }
  }

  private static var loops: Workload {
    Workload(name: "100,000 resolves that run into a loop", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { r in
        let branch: Branch = try r.require()
        return branch.left
      }
      container.register(Branch.self) { r in
        Branch(left: try r.require(), right: try r.require())
      }
      return { count in
        for _ in 0..<count { _ = try? container.require(Branch.self) }
      }
    }
  }
}

private struct Frozen: Error {}
