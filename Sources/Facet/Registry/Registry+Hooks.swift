/// The hooks of a registry, and its end.
///
/// A resolve reads one flag for both. It is changed under the lock that all registries share, so that it is right for the whole tree below.
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
    // No new list where there is no need for one.
    guard let others = parent?.hooks, !others.isEmpty else { return own }
    return others + own
  }

  /// The registry that the running code asks in place of this one; `nil` for none.
  var standIn: Registry? { hooks.lazy.compactMap { $0.standIn(for: self) }.first }

  /// Whether the container, or a parent of it, was closed.
  var isClosed: Bool { closing != nil }

  /// Where the container was closed, or the nearest parent that was; `nil` if none was.
  var closing: CodeLocation? { isObserved ? extras.withLock { $0.closing } ?? parent?.closing : nil }

  /// Refuses resolves and registrations from now on; false if that was so before.
  ///
  /// A caller that holds a lock releases what was `seen` after it.
  func refuseAll(at location: CodeLocation) -> (isFirst: Bool, seen: [AnyObject]) {
    var isFirst = false
    let seen = changeObservation { state in
      isFirst = state.closing == nil
      if isFirst { state.closing = location }
    }
    return (isFirst, seen)
  }

  /// Looks whether a parent has hooks or is closed, for a registry that was made just now.
  @inline(never)
  func inheritHooks() {
    changeObservation { _ in }
  }

  private static let changes = Guarded(())

  /// Adds or removes hooks, and gives what must be released outside of all locks: with a hook or a registry may go what is
  /// the user's.
  @discardableResult
  private func changeObservation(_ change: (inout RegistryExtras) -> Void) -> [AnyObject] {
    var seen: [AnyObject] = extras.withLock { $0.hooks }
    Registry.changes.withLock { _ in
      extras.withLock(change)
      refreshFlags(isInherited: parent?.isObserved ?? false, &seen)
    }
    return seen
  }

  /// Sets the flags from here down; the caller holds `changes`.
  private func refreshFlags(isInherited: Bool, _ seen: inout [AnyObject]) {
    let isOn = isInherited || extras.withLock { !$0.hooks.isEmpty || $0.closing != nil }
    if isOn { set(.observed) } else { flags.bitwiseAnd(~RegistryFlag.observed.rawValue, ordering: .relaxed) }
    for child in liveChildren {
      seen.append(child)
      child.refreshFlags(isInherited: isOn, &seen)
    }
  }
}
