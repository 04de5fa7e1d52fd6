extension Container {
  /// Copies the container and its parents, and replaces some of the services.
  ///
  /// The copy has its own instances, nothing is built, and the original does not change. The new registrations reach everything: the services of the
  /// parents, including those of container scope, and all types that are forwarded to a replaced entry.
  ///
  /// ```swift
  /// container.register(Client.self) { HTTPClient() }.implements(Fetching.self)
  ///
  /// let copy = container.overriding { $0.register(Client.self) { FakeClient() } }
  /// copy.resolve(Fetching.self)          // a FakeClient
  /// container.resolve(Fetching.self)      // an HTTPClient, as before
  /// ```
  ///
  /// There are three ways to replace a service:
  ///
  /// | | services that a parent keeps | forwards of the old entry | the container itself |
  /// |---|---|---|---|
  /// | register with a child, `Container(parent:)` | keep the old service | keep the old entry | stays as it is |
  /// | register the key again | take the new one if they are built later | keep the old entry | is changed |
  /// | `overriding` | take the new one | lead to the new entry | stays as it is |
  ///
  /// A service replaces the entries with its key in all the containers. It belongs to the topmost container with the key, and its dependencies are
  /// looked up there. A service with a new key belongs to the container that the closure receives; `verify()` notes it if it looks like a mistake. If the key of a forward is overridden, the other
  /// keys of its entry stay.
  ///
  /// A registration without a scope takes the scope of the replaced entry: the entry of its own key, else of a key forwarded to it. If several
  /// containers have the key, the nearest one counts. The replacement of an eager entry starts eagerly too. Completions and disposers of the replaced
  /// entry are not taken over: the closure sets its own. The decorators of all replaced entries wrap it.
  ///
  /// The closure registers, forwards and decorates. It receives the future copy, which is still empty: the services of the original are copied
  /// afterwards. Until then, an entry without a scope shows a placeholder scope. Use the entries that `register` returns only within the closure;
  /// later changes have no effect. Call `overriding` on the result for further overrides. The copy has the failure handlers, but no behaviors, because these
  /// watch the application's registrations. A factory that captured a container still asks that container, and `Container.resolve()` asks
  /// ``main``: resolve from the copy within ``withMain(_:operation:)-(_,()->Result)``.
  ///
  /// - Threads: a registration that another thread makes at the same time is copied completely or not at all. The closure runs on the calling thread,
  ///   with no lock held.
  /// - Lifetime: the copy holds the copies of its parents, but nothing of the original.
  /// - Parameter register: registers the services, with the container that it receives.
  /// - Returns: the copy.
  /// - Throws: the error of the closure.
  /// - Complexity: O(*m*) in the number of new registrations after another copy, if no registration of the original has changed since; else O(*n*) in
  ///   the number of registrations of the container and its parents. A registration is copied when it is first asked for.
  public func overriding(_ register: (Container) throws -> Void) rethrows -> Container {
    let copy = OverridingCopy(of: self)
    try register(copy.container)
    return copy.settled()
  }
}

/// A copy of a container and its parents, while the closure of `overriding` registers services with it.
package struct OverridingCopy {
  package let container: Container
  private let original: Container
  private let copier: Copier

  package init(of original: Container) {
    var copier = Copier()
    copier.keepsBehaviors = false
    container = copier.begin(original, includingParents: true)
    container.defaultObjectScope = ObjectScope.ofReplaced
    self.original = original
    self.copier = copier
  }

  /// The finished copy, in which those services have taken their places.
  package func settled() -> Container {
    let registry = container.registry
    let added = registry.registrations()
    registry.removeRegistrations()
    // Overrides may belong above: the copy of an empty child is empty, and shares the graph of its parent.
    registry.contents.withLock { contents in if !contents.isClosed { registry.flags.clear(.used) } }
    if registry.isOverriding {
      container.defaultObjectScope = original.defaultObjectScope
    }
    copier.fill(overriding: added)
    return container
  }
}
