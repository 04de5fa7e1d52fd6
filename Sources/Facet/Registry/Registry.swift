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
  private let writing = Guarded(Writing())
  private let children = Guarded(ChildList())
  // The neighbours in the parent's list of children, under the lock of that list.
  var olderSibling: Borrowed<Registry>?
  var newerSibling: Borrowed<Registry>?

  private struct Writing {
    var isClosed = false  // at the end of the container: nothing is registered any more
  }

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
  /// The caller is a participant of `Reclamation` if the key has an option. If `isAgain` is set, the registration is not new, and is
  /// not noted as a replacement.
  func insert(_ registration: Registration, isAgain: Bool = false) -> Bool {
    if isClosed { return false }
    if !isUsed { set(.used) }
    registration.record.addKey()
    if registration.record.mode.isScope(.scoped) { registration.record.owner.noteScopedService() }
    guard case .some(let replaced) = exchange(registration.lookup, for: registration) else {
      for one in registration.record.removeKey() { one.release() }
      return false
    }
    if let replaced {
      if !isAgain {
        add(
          Replacement(
            key: registration.key, old: replaced.location, new: registration.location,
            order: registration.order))
      }
      discard(replaced)
    }
    // A container that was closed meanwhile keeps nothing.
    if isClosed {
      _ = remove(registration.lookup)
      return false
    }
    if let forward = registration.forward {
      if !isAgain, forbidsForward(forward.key, to: forward.target) {
        stop(decoratedForward(forward.key, at: forward.location, to: forward.target.key))
      }
      noteForward(forward)
    }
    return true
  }

  /// Removes the registration of a key, and returns whether there was one.
  ///
  /// The caller is a participant of `Reclamation` if the key has an option.
  func remove(_ lookup: Lookup) -> Bool {
    guard case .some(.some(let removed)) = exchange(lookup, for: nil) else { return false }
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
    let table = writing.withLock { writing in
      writing.isClosed = true
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

  /// Replaces the registration of a key, or removes it, and returns the old one.
  ///
  /// - Returns: `nil`, with nothing changed, if the container is gone.
  private func exchange(_ lookup: Lookup, for new: Registration?) -> Registration?? {
    guard lookup.option == nil else { return exchangeComparingOutside(lookup, for: new) }
    let (old, outgrown) = writing.withLock { writing -> (Registration??, RegistryTable?) in
      if writing.isClosed { return (.none, nil) }
      let outgrown = makeRoom()
      return (table.read { $0.exchange($0.place(of: lookup), for: new) }, outgrown)
    }
    if let outgrown { Reclamation.retire(outgrown) }
    return old
  }

  /// The same for a key with an option: the caller is a participant of `Reclamation`.
  ///
  /// Comparing options is user code. So the place is found as a reader finds it, and used if it still belongs to the key.
  @inline(never)
  private func exchangeComparingOutside(_ lookup: Lookup, for new: Registration?) -> Registration?? {
    while true {
      let (outgrown, table) = writing.withLock { _ in (makeRoom(), self.table.object) }
      if let outgrown { Reclamation.retire(outgrown) }
      let place = table.place(of: lookup)
      let outcome = writing.withLock { writing -> Registration??? in
        if writing.isClosed { return .some(.none) }
        guard table === self.table.object, table.isCurrent(place), !table.isHalfFull
        else { return nil }
        return .some(table.exchange(place, for: new))
      }
      if let outcome { return outcome }
    }
  }

  /// Makes the table larger if it is half full, and returns the old one, to be retired; the caller holds `writing`.
  private func makeRoom() -> RegistryTable? {
    guard table.read({ $0.isHalfFull }) else { return nil }
    return currentTable.exchange(RegistryTable(outgrowing: table.object))
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
