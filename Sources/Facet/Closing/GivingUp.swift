// Rule 8, life: lives that leave their homes. A home has another life from then on, or none; what is built in the old one is kept by nobody.
/// Why the instances of records are given up.
enum GivingUp {
  /// No key leads to the record any more.
  case unused
  case change(to: any ObjectScopeProtocol)

  /// Whether the reason still holds: others may have changed the record meanwhile.
  fileprivate func holds(for record: borrowing Record.State) -> Bool {
    switch self {
    case .unused: record.keys == 0
    case .change(let scope): record.configuration.settings.scope !== scope
    }
  }
}

/// The ends and instances that were taken under the locks of containers.
struct Taken {
  var lives: [Life] = []
  var storages: [StoredRecord] = []
  var homes = HashTable<Home>()
  /// Released outside the locks: arguments and scopes are the user's.
  var released: [AnyObject] = []

  /// Takes a life.
  mutating func add(_ life: Life, _ contents: inout Registry.Contents) {
    if life.giveUp(&contents) { lives.append(life) } else { released.append(life) }
  }
  /// Takes what a storage has.
  mutating func add(_ storage: GuardedStorage, of record: Record, in home: Home) {
    storage.giveUp()
    storages.append(StoredRecord(storage: storage, record: record, home: home))
  }
  /// All that ends, in its order; storages are user code.
  func all() -> [Life] {
    (storages.isEmpty ? lives : lives + Resolution.current.empty(storages)).inEndOrder
  }
}

extension Registry {
  /// Gives up what the homes of records keep; returns that in the order of its end.
  static func giveUp(_ records: [Record], for reason: GivingUp) -> [Life] {
    if records.isEmpty { return [] }
    var (taken, scoped) = (Taken(), [Record]())
    Registry.withLocks(of: records.map(\.owner)) {
      for record in records {
        record.owner.contents.whileLocked { contents in
          guard record.read(contents, { reason.holds(for: $0) }) else { return }
          if record.read(contents, { $0.configuration.kind == .scoped }) { scoped.append(record) }
          taken.released.append(record.read(contents) { $0.configuration })
          if case .change(let scope) = reason {
            record.set(record.configuration(in: scope, contents), &contents)
          }
          record.takeHomes(&taken, &contents)
        }
      }
    }
    // From now on no container makes a home for them.
    for registry in scoped.flatMap(\.owner.family)
    where registry.contents.withReadLock(0, { !$0.homes.isEmpty }) {
      registry.contents.withLock { contents in
        for record in scoped
        where record.owner === registry || registry.line.contains(where: { $0 === record.owner }) {
          guard let home = contents.homes.remove(record.order) else { continue }
          taken.released.append(home)
          if let life = home.read(contents, { $0.life }) { taken.add(life, &contents) }
          home.change(&contents) { $0.isForgotten = true }
        }
      }
    }
    return taken.all()
  }

  /// Gives up what this container and its parents keep in a scope, in one step.
  func giveUp(_ scope: AnyObject, _ serviceType: Any.Type?) -> [Life] {
    var taken = Taken()
    visit(scope, serviceType) { lives, stored, contents in
      for life in lives { taken.add(life, &contents) }
      for record in stored { record.takeStorage(&taken, &contents) }
    }
    return taken.all()
  }
  /// The records of what this container and its parents keep in a scope, or build.
  func recordsInUse(in scope: AnyObject) -> [Record] {
    var records: [Record] = []
    visit(scope, nil) { lives, stored, _ in records += lives.map(\.record) + stored }
    return records
  }
  /// Visits, under the locks of this container and its parents, their lives in a scope, and the records whose storages are.
  private func visit(
    _ scope: AnyObject, _ serviceType: Any.Type?,
    _ visit: (_ lives: [Life], _ stored: [Record], inout Contents) -> Void
  ) {
    makeStorages(of: scope)
    let line = Array(line)
    // A forward of the type counts, too.
    let forwarded = serviceType.map { type in
      Set(
        line[line.count - 1].family.flatMap { $0.registrations(of: type) }.map { ObjectIdentifier($0.record) }
      )
    }
    Registry.withLocks(of: line) {
      for registry in line {
        registry.contents.whileLocked { contents in
          func isMeant(_ record: Record) -> Bool {
            let isInScope =
              record.owner === registry
              ? record.read(contents) { $0.configuration.settings.scope === scope }
              : scope === ObjectScope.scoped
            return isInScope && forwarded?.contains(ObjectIdentifier(record)) != false
          }
          let lives = contents.ledger.all.filter { isMeant($0.record) }
          visit(lives, contents.stored.filter(isMeant), &contents)
        }
      }
    }
  }
}

extension Record {
  /// Takes what its homes in its own registry have; from now on they have other homes for arguments, and another storage.
  fileprivate func takeHomes(_ taken: inout Taken, _ contents: inout Registry.Contents) {
    for home in read(contents, { $0.allHomes }) {
      taken.released.append(home)
      if let life = home.read(contents, { $0.life }) { taken.add(life, &contents) }
      if home.arguments != nil { forget(home, &contents) }
    }
    takeStorage(&taken, &contents)
    contents.stored.removeAll { $0 === self }
    read(contents) { $0.home }?.change(&contents) { $0.storage = nil }
  }
  func takeStorage(_ taken: inout Taken, _ contents: inout Registry.Contents) {
    guard let home = read(contents, { $0.home }), let storage = home.read(contents, { $0.storage })?.custom
    else {
      return
    }
    taken.add(storage, of: self, in: home)
  }
  /// Changes the scope: what the old one keeps ends.
  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    // A scope is mostly set before anything is built.
    let (isDone, _) = owner.contents.withLock { contents in
      // Released outside the lock.
      let (hasInstances, old) = read(contents) { ($0.hasInstances, $0.configuration) }
      if old.settings.scope === scope { return (true, old) }
      if !hasInstances { set(configuration(in: scope, contents), &contents) }
      return (!hasInstances, old)
    }
    if !isDone { owner.end(Registry.giveUp([self], for: .change(to: scope))) }
  }
  /// The present settings, which another thread may have changed, with this scope.
  fileprivate func configuration(
    in scope: any ObjectScopeProtocol, _ contents: borrowing Registry.Contents
  ) -> Configuration {
    var settings = read(contents) { $0.configuration.settings }
    settings.scope = scope
    return .make(settings, for: recipe)
  }
}
