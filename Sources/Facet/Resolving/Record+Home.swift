// Where the instance of a request is: in the home of the record, of the asked container (scoped), or of the arguments (perArgument).
extension Record {
  /// Its own home.
  var ownHome: Home {
    withReadLock { $0.home }
      ?? withLock { state in
        if state.home == nil { state.home = Home(in: owner) }
        return state.home!
      }
  }
  /// The home for a request; `nil` if the asked container is closed.
  func home(
    _ kind: ScopeKind, for arguments: KeptArguments?, askedBy asked: Registry
  ) throws(ResolutionError) -> Home? {
    switch kind {
    case .scoped: asked.home(of: self)
    case .perArgument:
      try arguments.map { arguments throws(ResolutionError) in try home(for: arguments) } ?? ownHome
    default: ownHome
    }
  }
  /// The home for these arguments.
  ///
  /// They are compared and hashed with no lock.
  private func home(for arguments: KeptArguments) throws(ResolutionError) -> Home {
    guard let hash = arguments.hash else { stopIncomparable() }
    // An argument that is not equal to itself, such as NaN, would never be found again.
    if arguments.withArguments({ arguments.compare($0) }) == .different {
      let reason = ResolutionError.Extras(underlyingError: UnequalArgument())
      throw Resolution.current.error(.factoryFailed, about: self, with: reason)
    }
    while true {
      let known = withReadLock { $0.homes[hash] ?? [] }
      let found = known.first { home in
        arguments.withArguments { home.arguments!.values.compare($0) == .same }
      }
      if let found {
        // The comparison may have reset the scope.
        if withReadLock({ $0.homes[hash]?.contains { $0 === found } == true }) { return found }
        continue
      }
      let new = owner.contents.withLock { contents in
        let isEmptied = contents.isEmptied
        return change(&contents) { state -> Home? in
          // Another thread, or a comparison, may have added one.
          guard (state.homes[hash] ?? []).elementsEqual(known, by: ===) else { return nil }
          // A record that was given up for good keeps no instance.
          let isOpen = state.keys > 0 && !isEmptied && state.configuration.kind == .perArgument
          let new = Home(in: owner, for: (arguments, hash), isOpen: isOpen)
          if isOpen { state.homes[hash, default: []].append(new) }
          return new
        }
      }
      if let new { return new }
    }
  }
  func stopIncomparable(_ scope: (any ObjectScopeProtocol)? = nil) -> Never {
    let types = key.argumentTypes.filter { !($0 is any Hashable.Type) }
    stop(
      incomparableArguments(of: key, location, types, (scope ?? settings.scope).name), shownFirst: location)
  }
}

extension Registry {
  /// The home of a scoped service in this container; `nil` if it is closed.
  fileprivate func home(of record: Record) -> Home? {
    if let known = contents.withReadLock(0, { $0.homes.find(record.order) }) { return known }
    // The lock of the record first, which is older. So who changes the scope, or removes the record, finds all its homes.
    if record.owner === self {
      return contents.withLock { newHome(of: record, isScoped: record.isScoped($0), &$0) }
    }
    return record.owner.contents.withReadLock { above in
      let isScoped = record.isScoped(above)
      return contents.withLock { newHome(of: record, isScoped: isScoped, &$0) }
    }
  }
  private func newHome(of record: Record, isScoped: Bool, _ contents: inout Contents) -> Home? {
    if contents.refusesBuilds { return nil }
    if let known = contents.homes.find(record.order) { return known }
    let new = Home(in: self, of: record, isOpen: isScoped)
    if isScoped { contents.homes.insert(new) }
    return new
  }
}

/// The reason why `perArgument` has no instance: its arguments do not equal themselves, and would never be found again.
private struct UnequalArgument: Error, CustomStringConvertible {
  var description: String {
    "an argument does not equal itself, as a nan does not, so perArgument would never find the instance again"
  }
}
