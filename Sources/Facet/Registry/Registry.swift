import Synchronization

/// The registrations of one container, and the way to its parent's.
///
/// Readers search the table without a lock, as participants of `Reclamation`. Writers take `writing`, and change the table in place
/// or publish a larger one and retire the old. Everything else that changes after `init` has its own locks.
@usableFromInline
package final class Registry: @unchecked Sendable {
  // Unchecked only because a class with atomics and pointers cannot be checked.

  package let parent: Registry?
  /// The container, which holds this registry: set first, and alive while something is resolved.
  private(set) var container: Borrowed<Container>!
  let anchor = ContainerAnchor()
  let initialScope: ObjectScope
  /// The configuration of new records in the initial scope.
  let initialConfiguration: Configuration
  /// The number of parents.
  package let depth: Int16
  /// Whether it belongs to the application's main container.
  package let isMain: Bool
  /// A unique number among the registries of the process.
  package let number: Int
  /// The place where each thread keeps its state.
  let threads: ThreadLocal
  /// The bits of `RegistryFlag`.
  let flags = Atomic<UInt8>(0)
  let extras = Guarded(RegistryExtras())
  /// The records of this container's instances of scoped services.
  let scoped = ScopedRecords()
  let pendingEnds = PendingEnds()

  private let currentTable: AtomicReference<RegistryTable>
  /// Held by a writer; whether the container is gone, and nothing is registered any more.
  private let writing = Guarded(false)
  private let children = Guarded(ChildList())
  // The neighbours in the parent's list of children, under the lock of that list.
  var olderSibling: Borrowed<Registry>?
  var newerSibling: Borrowed<Registry>?

  private static let numbers = Atomic<Int>(0)

  /// Makes an empty registry.
  ///
  /// Its owner calls `setContainer` before anything else.
  init(parent: Registry?, defaultScope: ObjectScope, threads: ThreadLocal, isMain: Bool = false) {
    self.isMain = isMain
    self.threads = threads
    self.parent = parent
    initialScope = defaultScope
    initialConfiguration = Configuration.make(Settings(scope: defaultScope))
    depth = parent.map { $0.depth &+ 1 } ?? 0
    number = Registry.numbers.wrappingAdd(1, ordering: .relaxed).oldValue
    currentTable = AtomicReference(RegistryTable(capacity: 8))
    anchor.owner = Borrowed(self)
    guard let parent else { return }
    parent.children.withLock { $0.add(self) }
    if parent.has(.scoped) { noteScopedService() }
    // Code that adds a hook to the parent from now on finds this registry among its children.
    if parent.isObserved { inheritHooks() }
  }

  /// The container, for a caller within one of its resolves.
  package var ownContainer: Container { container.object }

  func setContainer(_ container: Container) { self.container = Borrowed(container) }

  @inline(__always)
  private var table: Borrowed<RegistryTable> { currentTable.loaded! }

  // MARK: - Readers

  /// Finds the nearest registration for a key, here or up.
  ///
  /// The caller is a participant of `Reclamation`. Runs `isEqualTo` of options, which is user code.
  @inline(__always)
  func find(_ lookup: Lookup) -> Borrowed<Registration>? {
    var registry = Borrowed(self)
    while true {
      if let found = registry.read({ $0.table.read { $0.find(lookup) } }) { return found }
      guard let parent = registry.read({ $0.borrowedParent }) else { return nil }
      registry = parent
    }
  }

  /// Whether there is a registration for a key, here or up: like `find`, but not inlined.
  @inline(never)
  func has(_ lookup: Lookup) -> Bool { find(lookup) != nil }

  @inline(__always)
  private var borrowedParent: Borrowed<Registry>? { parent.map { Borrowed($0) } }

  /// The registry under which a cycle knows the builds of this one.
  ///
  /// A child without registrations counts as its parent, unless the parent has scoped services.
  @inline(__always)
  var graphOwner: Borrowed<Registry> {
    var registry = Borrowed(self)
    while let parent = registry.read({ $0.isUsed ? nil : $0.borrowedParent }) {
      registry = parent
    }
    return registry
  }

  // MARK: - Writers

  /// Inserts a registration for its key; false if the container is gone or closed.
  ///
  /// If `isAgain` is set, the registration is not new, and is not noted as a replacement.
  func add(_ registration: Registration, isAgain: Bool = false) -> Bool {
    if isClosed { return false }
    if !isUsed { set(.used) }
    let record = registration.borrowedRecord
    record.read { $0.addKey() }
    if record.read({ $0.mode.isScope(.scoped) }) { record.read { $0.owner.noteScopedService() } }
    guard case .some(let replaced) = exchange(registration.lookup, for: registration) else {
      for one in registration.record.removeKey() { one.release() }
      return false
    }
    if let replaced { end(replaced, for: isAgain ? nil : registration) }
    // A container that was closed meanwhile keeps nothing.
    if isClosed {
      _ = remove(registration.lookup)
      return false
    }
    guard registration.isForward, let forward = registration.forward else { return true }
    if !isAgain, forbidsForward(forward.key, to: forward.target) {
      stop(decoratedForward(forward.key, at: forward.location, to: forward.target.key))
    }
    noteForward(forward)
    return true
  }

  /// Ends a registration that another one has replaced, and notes it if that one is new.
  @inline(never)
  private func end(_ replaced: Registration, for new: Registration?) {
    if let new {
      add(
        Replacement(key: new.key, old: replaced.location, new: new.location, order: new.order))
    }
    discard(replaced)
  }

  /// Removes the registration of a key, and returns whether there was one.
  func remove(_ lookup: Lookup) -> Bool {
    guard case .some(.some(let removed)) = exchange(lookup, for: RegistryTable.removed) else { return false }
    discard(removed)
    return true
  }

  func removeAll() {
    guard let old = writing.withLock({ _ in currentTable.exchange(RegistryTable(capacity: 8)) }) else {
      return
    }
    var givenUp: [Disposal] = []
    old.forEach { givenUp += $0.read { $0.record.removeKey() } }
    Reclamation.retire(old)
    end(givenUp)
  }

  /// Gives up everything at the end of the container: the instances immediately, because no reader can exist.
  ///
  /// The rest is given up when no cycle that used it still runs.
  func close() {
    let table = writing.withLock { isGone in
      isGone = true
      return self.table.object
    }
    table.forEach { registration in
      let record = registration.read { $0.record }
      // Instances of a parent end there; those of this container are only released.
      if record.owner === self { record.dropKey() } else { record.owner.end(record.removeKey()) }
    }
    for pair in scoped.removeAll() {
      pair.member.letGo()
      Reclamation.retire(pair.member)
    }
    for one in pendingEnds.takeAll() { one.release() }
    parent?.children.withLock { $0.remove(self) }
    Reclamation.retire(self)
  }

  /// Replaces the registration of a key, if only by `RegistryTable.removed`, and returns the old one.
  ///
  /// - Returns: `nil`, with nothing changed, if the container is gone.
  private func exchange(_ lookup: Lookup, for new: Registration) -> Registration?? {
    guard lookup.option == nil else { return exchangeComparingOutside(lookup, for: new) }
    let (old, outgrown) = writing.withLock { isGone -> (Registration??, RegistryTable?) in
      if isGone { return (.none, nil) }
      let outgrown = makeRoom()
      return (table.read { $0.exchange($0.place(of: lookup), for: new) }, outgrown)
    }
    if let outgrown { Reclamation.retire(outgrown) }
    return old
  }

  /// The same for a key with an option.
  ///
  /// Comparing options is user code. So the place is found as a reader finds it, and used if it still belongs to the key.
  @inline(never)
  private func exchangeComparingOutside(_ lookup: Lookup, for new: Registration) -> Registration?? {
    while true {
      let (outgrown, table) = writing.withLock { _ in (makeRoom(), self.table.object) }
      if let outgrown { Reclamation.retire(outgrown) }
      let outcome = Thread.current.inOneCycle(asking: self) {
        let place = table.place(of: lookup)
        return writing.withLock { isGone -> Registration??? in
          if isGone { return .some(.none) }
          guard table === self.table.object, table.isCurrent(place), table.hasRoom(for: 1)
          else { return nil }
          return .some(table.exchange(place, for: new))
        }
      }
      if let outcome { return outcome }
    }
  }

  /// Makes room for registrations that are about to be made.
  func reserve(_ count: Int) {
    if let outgrown = writing.withLock({ _ in makeRoom(for: count) }) { Reclamation.retire(outgrown) }
  }

  /// Makes the table larger if it is half full, and returns the old one, to be retired; the caller holds `writing`.
  private func makeRoom(for more: Int = 1) -> RegistryTable? {
    if table.read({ $0.hasRoom(for: more) }) { return nil }
    return currentTable.exchange(RegistryTable(outgrowing: table.object, by: more))
  }

  private func discard(_ registration: Registration) {
    // Held, because the release here may drop the last reference to the container.
    let owner = registration.record.owner
    let givenUp = registration.record.removeKey()
    Reclamation.retire(registration)
    owner.end(givenUp)
  }

  // MARK: - Snapshots

  /// The registrations of this registry, without its parents, in the order in which they were made; optionally only those of one
  /// type.
  @inline(never)
  package func registrations(of serviceType: Any.Type? = nil) -> [Registration] {
    var all: [Registration] = []
    writing.withLock { _ in
      table.object.forEach { registration in
        let registration = registration.object
        if serviceType == nil || registration.serviceType == serviceType { all.append(registration) }
      }
    }
    return all.inOrder { $0.order }
  }

  /// The registries of living children, the oldest first.
  var liveChildren: [Registry] { children.withLock { $0.all } }
}
