/// The instances of graph scope of an awaited resolve.
///
/// Several tasks may use it at the same time.
final class AwaitedGraph: Sendable {
  private let graph: Guarded<SendableGraph>
  /// The graph goes from task to task as its services do.
  private struct SendableGraph: @unchecked Sendable {
    var graph: Graph
    /// Records whose storages must be told when the top-level resolve is over.
    var storages: [Record] = []
    var isOver = false
  }

  init(joining identifier: GraphIdentifier? = nil) {
    graph = Guarded(SendableGraph(graph: identifier?.graph ?? Graph()))
  }
  func copy() -> Graph { graph.withLock { $0.graph } }

  func known(_ key: Graph.Key, _ arguments: KeptArguments?) -> Graph.Entry? {
    copy().all(key).first { entry in
      guard let arguments, let known = entry.arguments else { return true }
      return known.isSame(as: arguments)
    }
  }
  /// Returns what another task has remembered meanwhile, or else the instance.
  func remember(
    _ instance: Instance, under key: Graph.Key, with arguments: KeptArguments?, needing needs: [Life]
  ) -> Instance {
    graph.withLock { own in
      let known = arguments == nil ? own.graph.all(key).first { $0.arguments == nil } : nil
      if let known { return known.instance }
      own.graph.append(Graph.Entry(key: key, arguments: arguments, instance: instance, needs: needs))
      return instance
    }
  }
  /// Adds the new instances of a copy.
  ///
  /// If another task has added one meanwhile, that counts from now on.
  func merge(_ copy: Graph, from known: Int) {
    let isFirst = graph.withLock { own -> Bool in
      for entry in copy.entries[min(known, copy.entries.count)...]
      where !own.graph.all(entry.key).contains(where: {
        entry.arguments == nil || $0.instance === entry.instance
      }) {
        own.graph.append(
          Graph.Entry(
            key: entry.key, arguments: entry.arguments, instance: entry.instance, needs: entry.needs))
      }
      if !copy.held.isEmpty {
        let held = Set(own.graph.held.map(ObjectIdentifier.init))
        own.graph.held += copy.held.filter { !held.contains(ObjectIdentifier($0)) }
      }
      if own.graph.identifier != nil { return false }
      own.graph.identifier = copy.identifier
      return copy.identifier != nil
    }
    if isFirst { copy.identifier?.join(self) }
  }
  /// Holds a service of weak scope until the top-level resolve is over.
  func hold(_ instance: Instance) { graph.withLock { $0.graph.held.append(instance) } }
  func add(_ storages: [Record]) {
    graph.withLock { own in
      own.storages += storages.filter { new in !own.storages.contains { $0 === new } }
    }
  }
  /// Takes the records whose storages are to be told, if the top-level resolve is over.
  func takeStorages(isOver: Bool) -> [Record] {
    graph.withLock { own in
      if isOver { own.isOver = true }
      return own.isOver ? exchange(&own.storages, with: []) : []
    }
  }
  deinit {
    guard let identifier = graph.withLock({ $0.graph.identifier }) else { return }
    identifier.remember(copy())
  }
}
