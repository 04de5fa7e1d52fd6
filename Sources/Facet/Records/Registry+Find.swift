/// What a search came to, all read at once.
enum Search {
  /// The instance that somebody keeps.
  case kept(Instance)
  case found(Found)
  case notRegistered
  /// This container is closed, which the search would have asked.
  case closed(Registry)
}

/// A registration whose service is to be built.
struct Found {
  let registration: Registration
  let mode: Mode
  /// The container that counts as asked: children without registrations count as their parent.
  let builder: Borrowed<Registry>
}

extension Registry {
  /// Looks here, then above.
  ///
  /// Takes the lock of each registry that has registrations once, for a moment.
  @inline(__always)
  func find(_ key: ServiceKey, _ stripe: Int) -> Search {
    guard flags.has(.used) else { return findAbove(key, stripe, nil) }
    let search = findHere(key, stripe, Borrowed(self))
    guard case .notRegistered = search else { return search }
    return findAbove(key, stripe, Borrowed(self))
  }
  @inline(never)
  private func findAbove(_ key: ServiceKey, _ stripe: Int, _ builder: Borrowed<Registry>?) -> Search {
    guard let parent else { return .notRegistered }
    guard parent.flags.has(.used) else { return parent.findAbove(key, stripe, builder) }
    let builder = builder ?? Borrowed(parent)
    let search = parent.findHere(key, stripe, builder)
    guard case .notRegistered = search else { return search }
    return parent.findAbove(key, stripe, builder)
  }
  @inline(__always)
  private func findHere(_ key: ServiceKey, _ stripe: Int, _ builder: Borrowed<Registry>) -> Search {
    contents.read(stripe) { contents in
      if contents.isClosed { return .closed(self) }
      guard let found = contents.table.find(key) else { return .notRegistered }
      if let shown = found.shown { return .kept(shown) }
      let mode = found.guardedMode
      return .found(Found(registration: found, mode: mode, builder: builder))
    }
  }
  /// Whether a search comes to an end: it finds something, or a closed container.
  @inline(never)
  func knows(_ key: ServiceKey, _ stripe: Int) -> Bool {
    if case .notRegistered = find(key, stripe) { false } else { true }
  }

  /// The registration of a key, here or above.
  package func found(_ key: ServiceKey) -> Registration? {
    line.lazy.compactMap { $0.registration(of: key) }.first
  }
  /// The registration of a key in this container.
  package func registration(of key: ServiceKey) -> Registration? {
    guard flags.has(.used) else { return nil }
    return contents.read { $0.table.find(key) }
  }
  /// The container that counts as asked when this one is.
  var builder: Registry { line.first { $0.flags.has(.used) || $0.parent == nil } ?? self }
}

// Call these with the lock of the owner. What guards the target of another container's is the lock of that one.
extension Registration {
  /// The instance that somebody keeps, as this key shows it.
  @inline(__always)
  fileprivate final var shown: Instance? {
    guard isForward else { return known(self, as: Record.self).home?.instance }
    let forward = known(self, as: Forward.self)
    return forward.target.owner === owner ? forward.target.home?.conversion(for: forward) : nil
  }
  @inline(__always)
  fileprivate final var guardedMode: Mode {
    let record = record
    return record.owner === owner ? record.mode : Mode(kind: .transient)
  }
}
