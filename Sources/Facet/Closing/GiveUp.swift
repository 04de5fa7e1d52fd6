// Rule 8, give up: instances that leave their homes.

extension Home {
  /// Forgets the instance and the claim, and counts.
  ///
  /// What it returns is released, or ends, without the lock.
  func take(_ contents: inout Registry.Contents, of record: Record) -> Ending? {
    let (ending, build) = change(&contents) { state in
      // What conversions show is that instance.
      let ending = state.kept.map {
        Ending(
          instance: $0, record: record, owner: owner, number: state.creation, usedLazily: state.usedLazily,
          conversions: state.conversions.map(\.instance))
      }
      let build = exchange(&state.build, with: nil)
      state.resets += 1
      (state.kept, state.keptWeakly, state.conversions, state.usedLazily) = (nil, nil, [], [])
      return (ending, build)
    }
    // It belongs to its caller. Who closes waits for it all the same.
    if let build, !isPrivate { contents.givenUp.append(build) }
    return ending
  }
}

extension Record.State {
  /// Whether there is something to give up.
  var hasInstances: Bool { home != nil || !homes.isEmpty || configuration.kind == .scoped }
}

extension Record {
  /// Gives up all instances, and takes another scope, if there is one.
  func take(_ new: Configuration? = nil) -> [Ending] {
    let (storage, isScoped) = owner.contents.read { contents in
      read(contents) { record in
        (record.home?.read(contents) { $0.storage } ?? nil, record.configuration.kind == .scoped)
      }
    }
    func takeNow() -> [Ending]? { owner.contents.withLock { takeHomes(&$0, new) } }
    // Rule 9: in one turn. So who asks the storage later finds nothing old, and nothing new is taken out.
    let taken =
      storage.flatMap { storage in
        inTurn(.current) { takeNow().map { $0 + takeOut(of: storage, isLast: new != nil) } }
      } ?? takeNow()
    guard let taken, isScoped else { return taken ?? [] }
    return taken
      + owner.family.flatMap { registry in
        registry.contents.withLock { contents in
          let home = contents.homes.removeValue(forKey: ObjectIdentifier(self))?.home
          return [home?.take(&contents, of: self)].compactMap(\.self) + contents.takeOutlived(of: self)
        }
      }
  }
  /// Gives up the homes of the record; `nil` if it has the new scope already.
  private func takeHomes(_ contents: inout Registry.Contents, _ new: Configuration?) -> [Ending]? {
    let homes = change(&contents) { state -> [Home]? in
      if let new {
        if state.configuration.settings.scope === new.settings.scope { return nil }
        state.configuration = new
      }
      return state.allHomes
    }
    guard let homes else { return nil }
    // Others that wait for a build look for the same home again.
    let waitedFor = homes.filter { home in home.read(contents) { $0.build != nil } }
    change(&contents) { state in
      state.homes =
        new != nil || state.keys == 0
        ? [:]
        : state.homes.mapValues { $0.filter { known in waitedFor.contains { $0 === known.home } } }
          .filter { !$0.value.isEmpty }
    }
    return homes.compactMap { $0.take(&contents, of: self) } + contents.takeOutlived(of: self)
  }
  /// Empties a storage, in a turn.
  private func takeOut(of storage: any InstanceStorage, isLast: Bool) -> [Ending] {
    let (home, settings) = (ownHome, settings)
    let old = settings.disposers.isEmpty && settings.laterEnds.isEmpty ? nil : storage.instance
    storage.instance = nil
    let number = home.change { state in
      if isLast { state.storage = nil }
      return state.creation
    }
    guard let old, let instance = Instance.box(old, as: serviceType) else { return [] }
    return [Ending(instance: instance, record: self, owner: owner, number: number)]
  }

  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    var settings = settings
    if settings.scope === scope { return }
    settings.scope = scope
    owner.end(take(.make(settings, for: recipe)))
  }
}

extension Registry.Contents {
  /// The instances of a record that went to their callers, because they had been given up.
  mutating func takeOutlived(of record: Record) -> [Ending] {
    if outlived.isEmpty { return [] }
    let taken = outlived.filter { $0.record === record }
    outlived.removeAll { $0.record === record }
    return taken
  }
}

extension Registry {
  /// Gives up what records have in a scope: scoped services here and in the parents alone.
  func take(_ records: [Record], in scope: AnyObject) -> [Ending] {
    guard scope === ObjectScope.scoped else { return records.flatMap { $0.take() } }
    return line.flatMap { registry in
      registry.contents.withLock { contents in
        records.flatMap { record in
          [contents.homes[ObjectIdentifier(record)]?.home.take(&contents, of: record)].compactMap(\.self)
            + contents.takeOutlived(of: record)
        }
      }
    }
  }
}
