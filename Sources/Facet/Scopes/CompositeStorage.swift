/// Asks several storages in order, and passes every new instance to all of them.
///
/// The storage of a custom ``ObjectScope`` with a parent scope: the instance is found while one of the
/// components keeps it.
public final class CompositeStorage: InstanceStorage {
  private let components: [any InstanceStorage]

  /// The first instance that a component has; setting it sets all of them.
  public var instance: Any? {
    get { first(\.instance) }
    set { for component in components { component.instance = newValue } }
  }

  /// Combines storages; earlier ones are asked first.
  public init(_ components: [any InstanceStorage]) {
    self.components = components
  }

  /// Calls the same method of all components.
  public func graphResolutionCompleted() {
    for component in components { component.graphResolutionCompleted() }
  }

  /// The first instance that a component has for the top-level resolve.
  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    first { $0.instance(inGraph: graph) }
  }

  /// Passes the instance to all components.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    for component in components { component.setInstance(instance, inGraph: graph) }
  }

  /// The first instance that a component returns.
  ///
  /// Each component is asked once, because its next answer may differ.
  private func first(_ instance: (any InstanceStorage) -> Any?) -> Any? {
    for component in components {
      if let instance = instance(component) { return instance }
    }
    return nil
  }
}
