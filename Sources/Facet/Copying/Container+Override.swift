extension Container {
  /// Makes a copy of the container and of its parents in which other services take the place of some.
  ///
  /// The copy has instances of its own, nothing is built, and the original is not touched. What the closure registers reaches
  /// everything: services of the parents too, those of container scope included, and all types that are forwarded to a
  /// replaced entry.
  ///
  /// ```swift
  /// container.register(Client.self) { HTTPClient() }.implements(Fetching.self)
  ///
  /// let layer = container.overriding { $0.register(Client.self) { FakeClient() } }
  /// layer.resolve(Fetching.self)          // a FakeClient
  /// container.resolve(Fetching.self)      // an HTTPClient, as before
  /// ```
  ///
  /// Three ways to exchange a service:
  ///
  /// | | services that a parent keeps | forwards of the old entry | the container itself |
  /// |---|---|---|---|
  /// | register with a child, `Container(parent:)` | keep the old service | keep the old entry | stays as it is |
  /// | register the key again | take the new one if they are built later | keep the old entry | is changed |
  /// | `overriding` | take the new one | lead to the new entry | stays as it is |
  ///
  /// A service takes the place of the entries with its key, in whichever of the containers they are. It belongs to the topmost
  /// of those containers, and what it needs is looked up as if it were registered there. A service whose key is in none of them
  /// belongs to the container that the closure receives. If a key of a forward is overridden, the other keys of its entry stay.
  ///
  /// What is registered without a scope takes the scope of what it replaces: that of its own key, else of a key that is forwarded to it, and
  /// of the nearest container if several have the key. What takes the place of an entry that starts eagerly does so too. The completions and the disposers of the replaced entry do not pass on: the closure says
  /// its own. Decorators of the key do, and of its type, as when a key is registered again: those of each container for that container and what is
  /// below it.
  ///
  /// The closure registers, forwards and decorates. It receives the container that becomes the copy, in which nothing is registered yet: the
  /// services of the original are copied afterwards. An entry without a scope shows one of its own until then. Entries that `register` returns are for
  /// use within the closure; a change after it has no effect. Layers stack: call `overriding` of the result. The copy
  /// has the failure handlers, and no behaviors: these watch the application's registrations. A factory that captured a container goes
  /// on to ask that one, and one that says `Container.resolve()` asks ``main``: resolve from its layer within
  /// ``withMain(_:operation:)-(_,()->Result)``.
  ///
  /// - Threads: what other threads register at the same time is in the copy or not, each registration as a whole. The closure
  ///   runs on the calling thread, with no lock held.
  /// - Lifetime: the layer holds the copies of its parents, and nothing of the original.
  /// - Parameter register: registers the services, with the container that it receives.
  /// - Returns: the copy.
  /// - Throws: the error of the closure.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  public func overriding(_ register: (Container) throws -> Void) rethrows -> Container {
    let layer = Layer(over: self)
    try register(layer.container)
    return layer.settled()
  }
}

/// A copy of a container and of its parents that is still to be filled, while other services are registered with it.
package struct Layer {
  package let container: Container
  private let original: Container
  private let copier: ContainerCopier

  package init(over original: Container) {
    var copier = ContainerCopier()
    copier.isForUse = true
    container = copier.begin(original, includingParents: true)
    container.defaultObjectScope = OverridingService.openScope
    self.original = original
    self.copier = copier
  }

  /// The copy, in which each of those services has taken its place.
  package func settled() -> Container {
    let registry = container.registry
    let added = registry.registrations()
    registry.removeAll()
    registry.forgetReplacements()
    if container.defaultObjectScope === OverridingService.openScope {
      container.defaultObjectScope = original.defaultObjectScope
    }
    var copier = copier
    copier.fill(overriding: added)
    return container
  }
}
