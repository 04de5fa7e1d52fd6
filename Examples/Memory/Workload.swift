import Facet

/// Something that an application does again and again.
struct Workload {
  let name: String

  /// How often it is done.
  let count: Int

  /// Makes what is needed and returns a closure that does the work so often.
  let prepare: () -> (_ count: Int) -> Void

  static var all: [Workload] {
    [
      graphResolves, lazyResolves, providerResolves, customScopeResolves, shortLivedChildren, requests,
      registrationsOfOneKey, resets,
    ] + failures + longLivedCycle + inspection + awaited
  }
}

extension Workload {
  private static var graphResolves: Workload {
    Workload(name: "1,000,000 resolves of graph scope", count: 1_000_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }
      container.register(Branch.self) { r in
        Branch(left: r.resolve(Leaf.self)!, right: r.resolve(Leaf.self)!)
      }
      return { count in
        for _ in 0..<count { _ = container.resolve(Branch.self)! }
      }
    }
  }

  private static var lazyResolves: Workload {
    Workload(name: "1,000,000 resolves of a Lazy, used", count: 1_000_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }
      return { count in
        for _ in 0..<count { _ = container.resolve(Lazy<Leaf>.self)!.instance }
      }
    }
  }

  private static var providerResolves: Workload {
    Workload(name: "1,000,000 resolves of a Provider, used", count: 1_000_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }
      return { count in
        for _ in 0..<count { _ = container.resolve(Provider<Leaf>.self)!.instance }
      }
    }
  }

  private static var customScopeResolves: Workload {
    Workload(name: "1,000,000 resolves in a scope of one's own", count: 1_000_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.session)
      return { count in
        for _ in 0..<count { _ = container.resolve(Leaf.self)! }
      }
    }
  }

  private static var shortLivedChildren: Workload {
    Workload(name: "100,000 children that register and resolve", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }
      return { count in
        for _ in 0..<count {
          let child = Container(parent: container)
          child.register(Branch.self) { r in
            Branch(left: r.resolve(Leaf.self)!, right: r.resolve(Leaf.self)!)
          }
          _ = child.resolve(Branch.self)!
        }
      }
    }
  }

  private static var requests: Workload {
    Workload(name: "100,000 requests with scoped services", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.scoped).onClose { _ in }
      container.register(Branch.self) { r in
        Branch(left: r.resolve(Leaf.self)!, right: r.resolve(Leaf.self)!)
      }.inObjectScope(.scoped).onClose { _ in }
      return { count in
        for _ in 0..<count {
          let request = Container(parent: container)
          _ = request.resolve(Branch.self)!
          try? request.close()
        }
      }
    }
  }

  private static var registrationsOfOneKey: Workload {
    Workload(name: "100,000 registrations of one key", count: 100_000) {
      let container = Container()
      return { count in
        for _ in 0..<count {
          container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
          _ = container.resolve(Leaf.self)!
        }
      }
    }
  }

  private static var resets: Workload {
    Workload(name: "100,000 resets of an instance", count: 100_000) {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
      return { count in
        for _ in 0..<count {
          _ = container.resolve(Leaf.self)!
          container.resetObjectScope(.container)
        }
      }
    }
  }
}

extension ObjectScope {
  fileprivate static let session = ObjectScope(storageFactory: SessionStorage.init)
}

private final class SessionStorage: InstanceStorage {
  var instance: Any?
}
