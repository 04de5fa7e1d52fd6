import Facet

extension Container {
  /// The graph of this container and its parents, as far as it is known without running a factory.
  ///
  /// The graph has the needs of initializers, and the forwards. For the needs of closures, use a verification:
  /// ``VerificationReport/graph``.
  ///
  /// - Returns: the graph.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func graph() -> ContainerGraph { ContainerGraph(Wiring(of: self)) }
}

extension VerificationReport {
  /// The graph of the verification: declared needs, and resolves of the factories.
  public var graph: ContainerGraph { ContainerGraph(wiring, problems) }
}
