extension ServiceEntry {
  /// Lets ``Container/start()`` and ``Container/startAsync()`` build the service.
  ///
  /// ```swift
  /// container.register(Migrations.self) { r in try Migrations(r.require(Database.self)) }
  ///   .inObjectScope(.container)
  ///   .startsEagerly()
  ///
  /// try container.start()
  /// ```
  ///
  /// A service of scoped scope is built by the start of each child, and not by that of the program's container.
  ///
  /// - Returns: the entry, for chaining.
  /// - Precondition: the entry takes no arguments. If it does, the program stops, in release builds too.
  @discardableResult
  public func startsEagerly() -> Self {
    if record.key.signature != nil {
      stop(eagerArguments(of: record.key, record.location), at: record.location)
    }
    record.configure { $0.isEager = true }
    return self
  }
}
