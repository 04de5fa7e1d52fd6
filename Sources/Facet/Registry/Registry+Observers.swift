/// Beginning and ending to observe.
extension Registry {
  /// Whether a resolve has to look for observers, or for a stand-in.
  @inline(__always)
  var isObserved: Bool { observation.isOn.load(ordering: .relaxed) }

  /// Calls an observer for every resolve of this registry and of those below it, from now on.
  package func add(_ observer: any ResolveObserver) {
    changeObservation { $0.observers.append(observer) }
  }

  package func remove(_ observer: any ResolveObserver) {
    changeObservation { $0.observers.removeAll { $0 === observer } }
  }

  /// What was asked for first, if an observer noted it.
  package var firstKey: ServiceKey? {
    @inline(never) get { observation.state.withLock { $0.firstKey } }
    @inline(never) set { observation.state.withLock { $0.firstKey = newValue } }
  }

  /// The observers of this registry itself.
  package var ownObservers: [any ResolveObserver] { observation.state.withLock { $0.observers } }

  /// All observers of a resolve: those of the parents come first.
  var observers: [any ResolveObserver] {
    (parent?.observers ?? []) + ownObservers
  }

  /// Whether the container, or a parent of it, was closed.
  var isClosed: Bool {
    isObserved && (observation.state.withLock { $0.isClosed } || parent?.isClosed == true)
  }

  /// Refuses resolves and registrations from now on; false if that was so before.
  ///
  /// A caller that holds a lock releases what was `seen` after it.
  func refuseAll() -> (isFirst: Bool, seen: [AnyObject]) {
    var isFirst = false
    let seen = changeObservation { state in
      isFirst = !state.isClosed
      state.isClosed = true
    }
    return (isFirst, seen)
  }

  /// Looks whether a parent is observed, for a registry that was made just now.
  @inline(never)
  func inheritObservers() {
    changeObservation { _ in }
  }

  private static let changes = Guarded(())

  /// Adds or removes observers, and gives what must be released outside of all locks: with an observer or a registry may go what is
  /// the user's.
  @discardableResult
  func changeObservation(_ change: (inout RegistryObservation.State) -> Void) -> [AnyObject] {
    var seen: [AnyObject] = ownObservers
    Registry.changes.withLock { _ in
      observation.state.withLock(change)
      refreshFlags(isInherited: parent?.isObserved ?? false, &seen)
    }
    return seen
  }

  /// Sets the flags from here down; the caller holds `changes`.
  private func refreshFlags(isInherited: Bool, _ seen: inout [AnyObject]) {
    let isOn = isInherited || observation.state.withLock { $0.isInUse }
    observation.isOn.store(isOn, ordering: .relaxed)
    for child in liveChildren {
      seen.append(child)
      child.refreshFlags(isInherited: isOn, &seen)
    }
  }
}
