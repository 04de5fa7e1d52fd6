/// The hooks of a registry, and its end.
///
/// A resolve reads one flag for both. The flag changes under a lock that all registries share, so it is right for the whole tree below.
extension Registry {
  /// Whether a resolve has to look for hooks, or whether the container is closed.
  @inline(__always)
  var isObserved: Bool { flags.load(ordering: .relaxed) & RegistryFlag.observed.rawValue != 0 }

  /// Calls a hook for every resolve of this registry and of those below it, from now on.
  package func add(_ hook: any ResolveHook) {
    changeObservation { $0.hooks.append(hook) }
  }

  package func remove(_ hook: any ResolveHook) {
    changeObservation { $0.hooks.removeAll { $0 === hook } }
  }

  /// All hooks of a resolve: those of the parents come first.
  var hooks: [any ResolveHook] {
    guard isObserved else { return [] }
    let own = extras.withLock { $0.hooks }
    // Makes no new list without need.
    guard let others = parent?.hooks, !others.isEmpty else { return own }
    return others + own
  }

  /// The registry that serves the running code in place of this one; `nil` for none.
  var standIn: Registry? { hooks.lazy.compactMap { $0.standIn(for: self) }.first }

  /// Whether the container or a parent was closed.
  @inline(__always)
  var isClosed: Bool { isObserved && closing != nil }

  /// Where the container or its nearest closed parent was closed; `nil` if none was.
  var closing: CodeLocation? { isObserved ? extras.withLock { $0.closing } ?? parent?.closing : nil }

  /// Refuses resolves and registrations from now on; false if they were refused before.
  ///
  /// A caller that holds a lock releases `seen` after unlocking it.
  func refuseAll(at location: CodeLocation) -> (isFirst: Bool, seen: [AnyObject]) {
    var isFirst = false
    let seen = changeObservation { state in
      isFirst = state.closing == nil
      if isFirst { state.closing = location }
    }
    return (isFirst, seen)
  }

  /// Checks whether a parent has hooks or is closed, for a new registry.
  @inline(never)
  func inheritHooks() {
    changeObservation { _ in }
  }

  private static let changes = Guarded(())

  /// Adds or removes hooks, and returns the objects to release outside of all locks, because a hook or a registry may own user objects.
  @discardableResult
  private func changeObservation(_ change: (inout RegistryExtras) -> Void) -> [AnyObject] {
    var seen: [AnyObject] = extras.withLock { $0.hooks }
    Registry.changes.withLock { _ in
      extras.withLock(change)
      refreshFlags(isInherited: parent?.isObserved ?? false, &seen)
    }
    return seen
  }

  /// Sets the flags from this registry down; the caller holds `changes`.
  private func refreshFlags(isInherited: Bool, _ seen: inout [AnyObject]) {
    let isOn = isInherited || extras.withLock { !$0.hooks.isEmpty || $0.closing != nil }
    if isOn { set(.observed) } else { flags.bitwiseAnd(~RegistryFlag.observed.rawValue, ordering: .relaxed) }
    for child in liveChildren {
      seen.append(child)
      child.refreshFlags(isInherited: isOn, &seen)
    }
  }
}
