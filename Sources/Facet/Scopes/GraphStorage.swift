/// Keeps one instance for each top-level resolve, while another owner holds the instance.
public final class GraphStorage: InstanceStorage, Sendable {
  private struct Known {
    let graph: WeakReference
    let instance: WeakReference
  }
  private struct Content {
    var current: Any?
    var known: [Known] = []
  }
  private let content = Guarded(Content())

  /// The instance of the running top-level resolve.
  public var instance: Any? {
    get { content.withLock { $0.current } }
    // The old instance is released outside the lock.
    set { _ = content.withLock { exchange(&$0.current, with: newValue) } }
  }

  /// Makes an empty storage.
  public init() {}

  /// Forgets the instance; a holder of the identifier still finds it while it lives.
  public func graphResolutionCompleted() { instance = nil }

  /// The instance of one top-level resolve.
  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    content.withLock { $0.known.first { $0.graph.object === graph }?.instance.object }
  }

  /// Keeps the instance of one top-level resolve.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    let object = reference(in: instance)
    // Objects from weak references may have no other owner: they are released outside the lock, like the old instance.
    _ = content.withLock { content -> (Any?, [AnyObject?]) in
      let seen = content.known.flatMap { [$0.graph.object, $0.instance.object] }
      content.known.removeAll {
        $0.graph.object == nil || $0.graph.object === graph || $0.instance.object == nil
      }
      if let object {
        content.known.append(
          Known(graph: WeakReference(object: graph), instance: WeakReference(object: object)))
      }
      return (exchange(&content.current, with: instance), seen)
    }
  }
}
