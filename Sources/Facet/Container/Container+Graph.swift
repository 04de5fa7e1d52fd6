extension Container {
  /// Runs a closure as a part of a resolution cycle that ended, or still runs.
  ///
  /// What the cycle built in graph scope, and somebody still holds, is found again; what the closure builds becomes a part
  /// of the cycle.
  ///
  /// ```swift
  /// let graph = resolver.resolve(GraphIdentifier.self)!
  /// // later:
  /// let panel = container.withObjectGraph(graph) { container in container.resolve(Panel.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: the identity of the cycle, resolved inside it.
  ///   - closure: resolves. It receives the container, so that a closure that is kept need not capture it.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public func withObjectGraph<Result>(
    _ identifier: GraphIdentifier, closure: (Container) throws -> Result
  ) rethrows -> Result {
    try Thread.current.withCycle(identifier, asking: registry) { try closure(self) }
  }

  /// Runs a closure as a part of a resolution cycle that ended, or still runs.
  ///
  /// - Parameters:
  ///   - identifier: the identity of the cycle, resolved inside it.
  ///   - closure: resolves.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public func withObjectGraph<Result>(
    _ identifier: GraphIdentifier, closure: () throws -> Result
  ) rethrows -> Result {
    try Thread.current.withCycle(identifier, asking: registry, closure)
  }
}
