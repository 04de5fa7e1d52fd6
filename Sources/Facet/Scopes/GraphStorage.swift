import Synchronization

/// Keeps one instance for each top-level resolve, while another owner holds the instance.
public final class GraphStorage: InstanceStorage, Sendable {
  private let current = Guarded<Any?>(nil)
  /// The kept instance is among the survivors of the cycle.
  private let key = Survivors.Key(storage: GraphStorage.count.wrappingAdd(1, ordering: .relaxed).newValue)

  private static let count = Atomic<Int>(0)

  /// The instance of the running top-level resolve, until that ends.
  public var instance: Any? {
    get { current.value }
    // The old instance is released outside the lock.
    set { _ = current.exchange(newValue) }
  }

  /// Makes an empty storage.
  public init() {}

  /// Forgets ``instance``.
  public func graphResolutionCompleted() {
    instance = nil
  }

  /// The instance that was built in `graph`, if it still lives.
  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    graph.survivors.find(key).first?.service
  }

  /// Keeps the instance that was built in `graph`.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    self.instance = instance
    graph.survivors.insert(instance, for: key, isOnly: true)
  }
}
