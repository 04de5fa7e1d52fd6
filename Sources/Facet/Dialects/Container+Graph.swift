extension Container {
  /// Runs a closure as a part of an earlier top-level resolve, which may still be running.
  ///
  /// The closure finds the objects of graph scope that the top-level resolve built without arguments, if another owner still holds them.
  /// Instances that the closure builds become a part of that top-level resolve.
  ///
  /// ```swift
  /// let graph = resolver.resolve(GraphIdentifier.self)!
  /// // later:
  /// let panel = container.withObjectGraph(graph) { container in container.resolve(Panel.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: the identity of the top-level resolve; resolve it inside that.
  ///   - closure: resolves. It receives the container, so a stored closure need not capture the container.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public func withObjectGraph<Result>(
    _ identifier: GraphIdentifier, closure: (Container) throws -> Result
  ) rethrows -> Result {
    try Resolution.current.with(identifier) { try closure(self) }
  }
}
