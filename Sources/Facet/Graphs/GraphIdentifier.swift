/// The identity of one resolution cycle, with which it can be joined later.
///
/// Inside a factory or a completion, `resolver.resolve(GraphIdentifier.self)` gives the identifier of the running
/// cycle; outside of a cycle it gives `nil`. ``Container/withObjectGraph(_:closure:)-(_,(Container)->Result)`` runs a
/// closure as a part of that cycle: it finds the services of graph scope that the cycle built and that something else
/// still holds; those that it built with arguments only if these are objects or `Equatable` values. The identifier holds none of the
/// services. It holds such values while the service lives, and releases them when others are added after that.
///
/// ```swift
/// // A factory that captures its own container strongly would keep it alive for ever.
/// container.register(Window.self) { [unowned container] r in
///   let graph = r.resolve(GraphIdentifier.self)!
///   return Window(makePanel: { container.withObjectGraph(graph) { $0.resolve(Panel.self)! } })
/// }
/// ```
///
/// - Threads: safe from any thread. Two threads that join one cycle at the same time do not see each other's
///   instances until they leave.
public final class GraphIdentifier: Sendable {
  let survivors: Survivors

  /// Makes the identity of a cycle that has not begun.
  public init() {
    survivors = Survivors()
  }

  /// Makes the identity of an awaited cycle, which keeps its instances until `survivors` are released.
  init(keepsInstances: Bool) {
    survivors = Survivors(keepsInstances: keepsInstances)
  }
}

extension GraphIdentifier: Hashable, Identifiable {
  /// Whether both are the identity of the same cycle.
  public static func == (left: GraphIdentifier, right: GraphIdentifier) -> Bool { left === right }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
