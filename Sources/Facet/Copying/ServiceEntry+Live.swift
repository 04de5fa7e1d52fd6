extension ServiceEntry {
  /// Marks the service as one of production, which a test can forbid to build.
  ///
  /// Such as a client of a real server, or a store of the user's data. In the application the mark does nothing; in a test
  /// that says `.container(live: .forbidden)`, with the module `FacetTesting`, building the service is an issue.
  ///
  /// ```swift
  /// container.register(Client.self) { HTTPClient() }.live()
  /// ```
  ///
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func live() -> Self {
    record.apply(.live)
    return self
  }
}
