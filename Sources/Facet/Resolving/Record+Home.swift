// Where the instance of a request is: in the home of the record, of the asked container (scoped), or of the arguments (perArgument).

extension Record {
  /// The home for a request; `nil` if the asked container is closed.
  func home(_ kind: ScopeKind, for arguments: KeptArguments?, askedBy asked: Registry) -> Home? {
    switch kind {
    case .scoped: asked.home(of: self)
    case .perArgument: arguments.map { home(for: $0) } ?? ownHome
    default: ownHome
    }
  }

  /// The home for these arguments.
  ///
  /// They are compared and hashed with no lock.
  private func home(for arguments: KeptArguments) -> Home {
    guard let hash = arguments.hash else { stopIncomparable() }
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
      // What is not equal to itself, as NaN is not, would never be found again.
      if arguments.withArguments({ arguments.compare($0) }) == .different {
        return Home(in: owner, for: (arguments, hash), isDetached: true)
      }
      let new = owner.contents.withLock { contents in
        let isEmptied = contents.isEmptied
        return change(&contents) { state -> Home? in
          // Another thread, or a comparison, may have added one.
          guard (state.homes[hash] ?? []).elementsEqual(known, by: ===) else {
            return nil
          }
          // What was given up for good keeps nothing.
          let isDetached = state.keys == 0 || isEmptied
          let new = Home(in: owner, for: (arguments, hash), isDetached: isDetached)
          if !isDetached { state.homes[hash, default: []].append(new) }
          return new
        }
      }
      if let new { return new }
    }
  }
  /// A home for arguments goes with a build that failed: or the failures of a program would fill its memory.
  func forgetIfEmpty(_ home: Home, _ contents: inout Registry.Contents) {
    guard let (_, hash) = home.arguments,
      home.read(contents, { $0.kept == nil && $0.build == nil && !$0.hasRival && !$0.isDetached })
    else { return }
    home.change(&contents) { $0.isForgotten = true }
    change(&contents) { state in
      state.homes[hash]?.removeAll { $0 === home }
      if state.homes[hash]?.isEmpty == true { state.homes[hash] = nil }
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
    let (home, isNew) = contents.withLock { contents -> (Home?, Bool) in
      if contents.isClosed { return (nil, false) }
      if let known = contents.homes.find(record.order) { return (known, false) }
      let new = Home(in: self, of: record)
      contents.homes.insert(new)
      return (new, true)
    }
    guard let home, isNew, record.withReadLock({ $0.configuration.kind != .scoped || $0.keys == 0 }) else {
      return home
    }
    // The scope was changed, or the record removed, since it was found. Who did that may not have seen this home; others may have, and built in it.
    let ending = contents.withLock { contents -> Ending? in
      guard contents.homes.find(record.order) === home else { return nil }
      _ = contents.homes.remove(record.order)
      home.change(&contents) { $0.isDetached = true }
      return home.take(&contents, of: record)
    }
    if let ending { end([ending]) }
    return home
  }
}
