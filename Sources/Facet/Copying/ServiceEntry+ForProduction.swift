extension ServiceEntry {
  /// Marks the service as a production service, so that a test can forbid to build it.
  ///
  /// Examples are a client of a real server, and a store of the user's data. In the application the mark does nothing. In
  /// a test with `.container(allowsProduction: false)`, from the module `FacetTesting`, building the service records an issue.
  ///
  /// ```swift
  /// container.register(Client.self) { HTTPClient() }.forProduction()
  /// ```
  ///
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func forProduction() -> Self {
    record.configure { $0.isForProduction = true }
    return self
  }
}
