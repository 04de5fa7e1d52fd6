/// The identity of one resolution cycle, for joining it later.
///
/// Inside a factory, `resolver.resolve(GraphIdentifier.self)` gives the identifier of the running cycle.
/// ``Container/withObjectGraph(_:_:)`` runs a closure as a part of that cycle: services of graph scope that were built
/// in it are found again for as long as somebody else holds them. The identifier itself holds none of them.
///
/// ```swift
/// container.register(Window.self) { r in
///   let graph = r.resolve(GraphIdentifier.self)!
///   return Window(makePanel: { container.withObjectGraph(graph) { container.resolve(Panel.self)! } })
/// }
/// ```
///
/// - Threads: safe from any thread. Two threads that join one cycle at the same time do not see each other's
///   instances until they leave.
public final class GraphIdentifier: Sendable {
  let survivors = Survivors()

  /// Makes the identity of a cycle that has not begun.
  public init() {}
}

extension GraphIdentifier: Hashable, Identifiable {
  /// Whether both are the identity of the same cycle.
  public static func == (left: GraphIdentifier, right: GraphIdentifier) -> Bool { left === right }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
