import Facet
import FacetInspection

extension Workload {
  /// Looking at a container while it is used.
  static var inspection: [Workload] { [tracedResolves, recordedResolves, verifications] }

  private static var tracedResolves: Workload {
    Workload(name: "1,000,000 traced resolves", count: 1_000_000) {
      let container = Container.ofBranches()
      let table = TraceTable()
      container.trace(table)
      container.trace(TraceLog { _ in })
      return { count in
        // A branch and two leaves.
        for _ in 0..<(count / 3) { _ = container.resolve(Branch.self)! }
      }
    }
  }

  private static var recordedResolves: Workload {
    Workload(name: "1,000,000 resolves while the graph is recorded", count: 1_000_000) {
      let container = Container.ofBranches()
      let recording = container.recordGraph()
      return { count in
        for _ in 0..<(count / 3) { _ = container.resolve(Branch.self)! }
        _ = recording.graph
      }
    }
  }

  private static var verifications: Workload {
    Workload(name: "10,000 verifications", count: 10_000) {
      let container = Container.ofBranches()
      return { count in
        for _ in 0..<count { _ = container.verify() }
      }
    }
  }
}

extension Container {
  fileprivate static func ofBranches() -> Container {
    let container = Container()
    container.register(Leaf.self) { _ in Leaf() }
    container.register(Branch.self) { r in
      Branch(left: r.resolve(Leaf.self)!, right: r.resolve(Leaf.self)!)
    }
    return container
  }
}
