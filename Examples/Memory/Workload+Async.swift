import Dispatch
import Facet

extension Workload {
  /// What is resolved by `await`.
  static var awaited: [Workload] { [asyncResolves] }

  private static var asyncResolves: Workload {
    Workload(name: "1,000,000 resolves that are awaited", count: 1_000_000) {
      let container = Container()
      container.register(Leaf.self) { _ async in Leaf() }
      container.register(Branch.self) { r async throws in
        Branch(left: try await r.requireAsync(), right: try await r.requireAsync())
      }
      return { count in
        wait {
          for _ in 0..<count { _ = await container.resolveAsync(Branch.self)! }
        }
      }
    }
  }

  /// Runs asynchronous work to its end: the program measures on its main thread, where nothing else happens meanwhile.
  private static func wait(for work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}
