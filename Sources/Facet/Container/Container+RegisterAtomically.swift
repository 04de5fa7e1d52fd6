extension Container {
  /// Registers several services, which appear to other threads as a whole.
  ///
  /// A container that is in use finds an entry as soon as `register` returns: before a chained `.inObjectScope` or `.initCompleted` has run, and
  /// before the services that it needs are registered. So load a module that comes late within this call:
  ///
  /// ```swift
  /// container.registerAtomically { container in
  ///   container.register(Cache.self) { _ in Cache() }.inObjectScope(.container).onClose { $0.flush() }
  ///   container.register(Search.self) { r in Search(cache: try r.require(Cache.self)) }
  /// }
  /// ```
  ///
  /// The calling thread sees each registration at once. Other threads see all registrations and forwards when the closure has returned, and until
  /// then what was there before. If the closure throws, they are dropped. Decorators, removals, and changes of entries that were there before take
  /// effect at once, and so does what the closure resolves: a kept service that it builds keeps what it got. Resolve such services afterwards.
  /// ``Assembler/apply(assemblies:)`` works like this.
  ///
  /// - Threads: safe from any thread. If two threads register the same key, the closure that returns last counts.
  /// - Parameter register: registers the services, with this container.
  /// - Throws: the error of the closure.
  public func registerAtomically(_ register: (Container) throws -> Void) rethrows {
    try registry.registerAtomically { try register(self) }
  }
}
