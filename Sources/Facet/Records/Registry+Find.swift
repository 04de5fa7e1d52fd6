/// The result of a search for a key.
enum Search {
  /// The instance that a home keeps.
  case kept(Instance)
  case found(Found)
  case notRegistered
  /// A closed container, which the search would have asked.
  case closed(Registry)
}

/// A registration whose service the home of its record does not keep: it is built, or kept elsewhere.
struct Found {
  let registration: Registration
  /// The settings of its record; `nil` for a forward to a record of a parent, which another lock guards.
  let configuration: Configuration?
  /// The container that builds what the asked one builds: children without registrations leave that to their parent.
  let builder: Borrowed<Registry>
}

extension Registry {
  /// Looks here, then above.
  ///
  /// Takes the lock of each registry that has registrations once, for a moment.
  @inline(__always)
  func find(_ key: ServiceKey, _ stripe: Int) -> Search {
    guard flags.has(.used) else { return findAbove(key, stripe, askedBy: nil) }
    let search = findHere(key, stripe, askedBy: Borrowed(self))
    guard case .notRegistered = search, parent != nil else { return search }
    return findAbove(key, stripe, askedBy: Borrowed(self))
  }
  @inline(never)
  private func findAbove(_ key: ServiceKey, _ stripe: Int, askedBy asked: Borrowed<Registry>?) -> Search {
    // A loop, because containers may be nested deeper than a stack is. Each is held by the one below.
    var (builder, next) = (asked, above)
    while let registry = next {
      if registry.read({ $0.flags.has(.used) }) {
        let first = builder ?? registry
        let search = registry.read { $0.findHere(key, stripe, askedBy: first) }
        guard case .notRegistered = search else { return search }
        builder = first
      }
      next = registry.read { $0.above }
    }
    return .notRegistered
  }
  @inline(__always)
  var above: Borrowed<Registry>? { parent.map { Borrowed($0) } }
  @inline(__always)
  private func findHere(_ key: ServiceKey, _ stripe: Int, askedBy builder: Borrowed<Registry>) -> Search {
    if flags.has(.drafted), let search = findInDraft(key, askedBy: builder) { return search }
    let search = contents.withReadLock(stripe) { contents -> Search in
      if contents.refuses { return .closed(self) }
      guard let found = contents.table.find(key) else { return .notRegistered }
      return found.search(contents, askedBy: builder)
    }
    guard case .notRegistered = search, flags.has(.copy) else { return search }
    return makeAndFind(key, askedBy: builder)
  }
  /// Looks here once more, in a copy that may not have made the registration.
  @inline(never)
  private func makeAndFind(_ key: ServiceKey, askedBy builder: Borrowed<Registry>) -> Search {
    contents.withLock { contents in
      make(key, &contents)
      if contents.refuses { return .closed(self) }
      return contents.table.find(key)?.search(contents, askedBy: builder) ?? .notRegistered
    }
  }
  @inline(never)
  private func findInDraft(_ key: ServiceKey, askedBy builder: Borrowed<Registry>) -> Search? {
    guard let found = draft?.table.find(key) else { return nil }
    return contents.withReadLock { $0.refuses ? .closed(self) : found.search($0, askedBy: builder) }
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
    if flags.has(.drafted), let found = draft?.table.find(key) { return found }
    let found = contents.withReadLock { $0.table.find(key) }
    if found != nil || !flags.has(.copy) { return found }
    return contents.withLock { contents in
      make(key, &contents)
      return contents.table.find(key)
    }
  }
  /// The container that counts as asked when this one is.
  var builder: Registry { line.first { $0.flags.has(.used) || $0.parent == nil } ?? self }
}

extension Registration {
  /// A search that comes to this registration.
  @inline(__always)
  final func search(_ contents: borrowing Registry.Contents, askedBy builder: Borrowed<Registry>) -> Search {
    if let shown = shown(contents) { return .kept(shown) }
    return .found(
      Found(registration: self, configuration: configuration(contents), builder: builder))
  }
  /// The instance that a home keeps, as this key shows it.
  ///
  /// The kept instance, unless a parent's lock guards it.
  @inline(__always)
  private final func shown(_ contents: borrowing Registry.Contents) -> Instance? {
    guard isForward else {
      return known(self, as: Record.self).read(contents) { record in
        record.home.flatMap { $0.instance(contents) }
      }
    }
    let forward = known(self, as: Forward.self)
    guard forward.target.owner === owner else { return nil }
    return forward.target.conversion(for: forward, contents)
  }
  @inline(__always)
  private final func configuration(_ contents: borrowing Registry.Contents) -> Configuration? {
    let record = record
    return record.owner === owner ? record.read(contents) { $0.configuration } : nil
  }
}

extension Record {
  /// The kept instance as a forward shows it.
  @inline(__always)
  func conversion(for forward: Forward, _ contents: borrowing Registry.Contents) -> Instance? {
    read(contents) { $0.home }?.read(contents) { $0.life }?.read(contents) { $0.conversion(for: forward) }
  }
}
