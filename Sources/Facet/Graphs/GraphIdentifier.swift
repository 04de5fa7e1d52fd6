/// The identity of one top-level resolve, which code can join later.
///
/// In a factory or a completion, `resolver.resolve(GraphIdentifier.self)` returns the identifier of the running top-level resolve;
/// elsewhere it returns `nil`. ``Container/withObjectGraph(_:closure:)-(_,(Container)->Result)`` runs a closure as a part of that
/// top-level resolve. The closure finds the instances of graph scope that this resolve built and another owner still holds.
/// Instances that were built with arguments are found only if all arguments are objects or `Equatable` values. The identifier holds
/// none of the services. It holds such argument values while the service lives, and releases them when others are added later.
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
///   instances until they leave.
public final class GraphIdentifier: Sendable {
  let survivors: Survivors

  /// Makes the identity of a top-level resolve that has not begun.
  public init() {
    survivors = Survivors()
  }

  /// Makes the identity of an awaited cycle, which keeps its instances until `survivors` are released.
  init(keepsInstances: Bool) {
    survivors = Survivors(keepsInstances: keepsInstances)
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
