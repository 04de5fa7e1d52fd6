/// The identity of one top-level resolve, which code can join later.
///
/// In a factory or a completion, `resolver.resolve(GraphIdentifier.self)` returns the identifier of the running top-level resolve;
/// elsewhere it returns `nil`. ``Container/withObjectGraph(_:closure:)-(_,(Container)->Result)`` runs a closure as a part of that
/// top-level resolve. The closure finds the objects of graph scope that this resolve built without arguments and another owner still
/// holds. The identifier holds none of the services.
///
/// ```swift
/// // A factory that captures its own container strongly would keep it alive for ever.
/// container.register(Window.self) { [unowned container] r in
///   let graph = r.resolve(GraphIdentifier.self)!
///   return Window(makePanel: { container.withObjectGraph(graph) { $0.resolve(Panel.self)! } })
/// }
/// ```
///
/// - Threads: safe from any thread. If two threads join one top-level resolve at the same time, they do not see each other's
///   instances; of the threads that build something, those of the last to leave count.
public final class GraphIdentifier: Sendable {
  private struct Survivor {
    let key: Graph.Key
    let instance: WeakInstance
    let needs: [Life]
  }
  private struct State {
    var survivors: [Survivor] = []
    /// The awaited resolve that still runs.
    var running = WeakReference()
  }
  private let state = Guarded(State())

  /// Makes the identity of a top-level resolve that has not begun.
  public init() {}

  func join(_ graph: AwaitedGraph) { state.withLock { $0.running = WeakReference(object: graph) } }
  private var runningGraph: AwaitedGraph? {
    state.withLock { $0.running.object }.map { known($0, as: AwaitedGraph.self) }
  }

  /// The top-level resolve ends, or is left; nothing in it is half-built.
  func remember(_ graph: borrowing Graph) {
    if let runningGraph { return runningGraph.merge(copy graph, from: 0) }
    let alive = graph.entries.compactMap { entry in
      (entry.arguments == nil ? WeakInstance(entry.instance) : nil).map {
        Survivor(key: entry.key, instance: $0, needs: entry.needs)
      }
    }
    // Released outside the lock.
    _ = state.withLock { exchange(&$0.survivors, with: alive) }
  }
  /// The graph with all that is still alive.
  var graph: Graph {
    if let runningGraph { return runningGraph.copy() }
    var graph = Graph()
    graph.identifier = self
    // Not the whole state, whose weak reference would be copied.
    for survivor in state.withLock({ $0.survivors }) {
      guard let instance = survivor.instance.instance else { continue }
      graph.append(Graph.Entry(key: survivor.key, arguments: nil, instance: instance, needs: survivor.needs))
    }
    return graph
  }
}

extension GraphIdentifier: Hashable, Identifiable {
  /// Whether both identify the same top-level resolve.
  public static func == (left: GraphIdentifier, right: GraphIdentifier) -> Bool { left === right }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
