import Synchronization

/// One container's use of a recipe: the shared instances of the service, and its settings.
///
/// Not generic on purpose: an instantiation for every service type would cost more at the first registration than everything
/// else together. `ServiceEntry` is its typed view.
///
/// Threads share the atomics. `configuration` and `shared` lead to immutable objects. These are exchanged as a whole, and the
/// old one is retired, so a participant of `Reclamation` may use the object that it loads. All exchanges happen while
/// `changes` is held.
package final class Record: Registration, @unchecked Sendable {
  /// How often the shared instance was given up: a build that began before is not shared.
  private let resets = Atomic<UInt32>(0)
  package let recipe: Recipe
  // Small fields share words with the end of the recipe, and the one above with the end of a `Registration`.
  /// The mode of the configuration.
  ///
  /// Read on its own: a reader sees it before or after a change, like the rest.
  private let modeByte: Atomic<UInt8>
  /// A `BuildDuty`.
  private let duty: Atomic<UInt8>
  /// Facts about the record that became known, as bits; see `Note`.
  private let noted: Atomic<UInt8>
  /// How many keys of registries lead here.
  private let keys = Atomic<Int32>(0)
  /// Leads an entry to the container, which may be gone.
  let anchor: ContainerAnchor
  private let currentConfiguration: AtomicReference<Configuration>
  private let currentInstance = AtomicReference<Instance>(nil)

  private enum Note {
    /// Decorators were added, or completions that belong to an actor or must be awaited.
    static let change: UInt8 = 1
    /// A thread or a task builds its shared instance.
    static let build: UInt8 = 2
  }

  private static let changes = Guarded(())

  package init(
    _ key: consuming ServiceKey, at location: consuming CodeLocation, _ recipe: consuming Recipe,
    owner: borrowing Registry, configuration: consuming Configuration, order: Int? = nil
  ) {
    anchor = owner.anchor
    modeByte = Atomic(configuration.mode(takingArguments: key.signature != nil).rawValue)
    noted = Atomic(configuration.duty == .nothing ? 0 : Note.change)
    duty = Atomic(max(recipe.details?.duty ?? .nothing, configuration.duty).rawValue)
    currentConfiguration = AtomicReference(consume configuration)
    self.recipe = consume recipe
    // Nothing comes after this, because the compiler would count more references.
    super.init(consume key, at: consume location, depth: owner.depth, isForward: false, order: order)
  }

  /// The registry of the container that the service was registered in; alive as long as a resolve can reach the record.
  @inline(__always)
  var borrowedOwner: Borrowed<Registry> { anchor.owner }

  package var owner: Registry { borrowedOwner.object }

  /// The owner, for a caller that holds only an entry; `nil` after the last key was removed, because the owner may be gone
  /// then.
  private var livingOwner: Registry? {
    // A participant: an owner that is released meanwhile is freed later.
    Thread.current.inOneCycle(asking: nil) { keys.load(ordering: .acquiring) > 0 ? owner : nil }
  }

  /// Runs the factory.
  ///
  /// Not inlined on purpose: in a method of its own the compiler sees that the record outlives the call, and does not count a
  /// reference to the closure.
  @inline(never)
  func build(_ container: Borrowed<Container>, _ arguments: Arguments?, _ slot: Slot) throws {
    if isSpecialNow, isSpecialHere { return try buildSpecially(container.object, arguments, slot) }
    try container.read { try recipe.factory($0, arguments, slot) }
  }

  /// Whether a build has more to do than running the factory.
  var isSpecialNow: Bool { duty.load(ordering: .relaxed) != BuildDuty.nothing.rawValue }

  /// The same on the calling thread: on the main thread, parts of the main actor need no special build.
  private var isSpecialHere: Bool {
    duty.load(ordering: .relaxed) == BuildDuty.other.rawValue || !Thread.current.isMainThread
  }

  /// Whether an instance has to be decorated or completed.
  var hasMoreToDo: Bool { mode.hasCompletions || has(Note.change) }

  /// Whether a thread builds the shared instance and has not finished.
  var isBeingBuilt: Bool { noted.load(ordering: .sequentiallyConsistent) & Note.build != 0 }

  /// Notes whether a thread builds the shared instance; under the lock of `WaitGraph`.
  func noteBuild(_ isRunning: Bool) {
    if isRunning {
      noted.bitwiseOr(Note.build, ordering: .sequentiallyConsistent)
    } else {
      noted.bitwiseAnd(~Note.build, ordering: .sequentiallyConsistent)
    }
  }

  private func has(_ note: UInt8) -> Bool { noted.load(ordering: .relaxed) & note != 0 }

  // MARK: - Reading, as a participant of `Reclamation`

  @inline(__always)
  var configuration: Borrowed<Configuration> { currentConfiguration.loaded! }

  @inline(__always)
  var mode: Mode { .init(rawValue: modeByte.load(ordering: .relaxed)) }

  /// The mode that matches `storageSlot`: in a change of scope, `mode` is set a moment later.
  var presentMode: Mode { configuration.read { $0.mode(takingArguments: signature != nil) } }

  @inline(__always)
  var shared: Borrowed<Instance>? { currentInstance.loaded }

  /// The storage of a custom scope.
  @inline(__always)
  var storageSlot: StorageSlot? { configuration.read { $0.settings.storage } }

  /// Whether there is something to be done at the end of an instance.
  var hasDisposers: Bool {
    configuration.read {
      !$0.isPermanent && !($0.settings.disposers.isEmpty && $0.settings.laterEnds.isEmpty)
    }
  }

  var resetCount: Int { Int(resets.load(ordering: .acquiring)) }

  // MARK: - Reading from anywhere

  package var settings: Settings {
    @inline(never) get { heldConfiguration.settings }
  }

  var heldConfiguration: Configuration { Record.changes.withLock { _ in configuration.object } }

  // MARK: - Changing

  /// Exchanges the configuration for one with other settings; a new scope gives up the shared instances of the old one.
  ///
  /// Dropped objects are released outside the lock.
  @inline(never)
  func apply(_ change: Change) {
    let (old, new, dropped) = Record.changes.withLock {
      _ -> (Configuration, Configuration, Instance?) in
      let old = configuration.object
      var settings = old.settings
      change.apply(to: &settings)
      let new = Configuration.make(settings)
      set(new, new.mode(takingArguments: signature != nil))
      let isSameScope = settings.scope === old.settings.scope
      return (old, new, isSameScope ? nil : takeShared())
    }
    let isSameScope = old.settings.scope === new.settings.scope
    if isSameScope, new.ofMembers != nil {
      // Every record of a single value or of a container has its own copy of the change.
      for member in new.settings.members?.all ?? [] { member.record.takeSettings(of: self) }
      if new.mode.isScope(.scoped) {
        for registry in livingOwner?.family ?? [] { registry.scoped[Borrowed(self)]?.takeSettings(of: self) }
      }
    }
    if !isSameScope {
      endShared(dropped, old.settings)
      if new.mode.isScope(.scoped) { livingOwner?.noteScopedService() }
    }
    if !old.isPermanent { Reclamation.retire(old) }
  }

  /// Sets a built-in scope of a record with nothing but a built-in scope; false if it has more to change.
  func set(_ new: Configuration) -> Bool {
    Record.changes.withLock { _ in
      let old = configuration.object
      if old === new { return true }
      guard old.isPermanent, old.ofMembers == nil, new.ofMembers == nil, currentInstance.loaded == nil else {
        return false
      }
      set(new, new.mode)
      resets.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return true
    }
  }

  /// Ends the shared instances of the previous scope.
  private func endShared(_ dropped: Instance?, _ old: Settings) {
    var givenUp = [dropped.map { Disposal(self, old, $0) }].compactMap(\.self)
    if let members = old.members { givenUp += members.removeAll() }
    if !old.disposers.isEmpty, let stored = Disposal(stored: self, old, by: Thread.current) {
      givenUp.append(stored)
    }
    guard let owner = livingOwner else { return givenUp.forEach { $0.release() } }
    if old.scope.kind == .scoped { givenUp += takeScopedInstances() }
    owner.end(givenUp)
  }

  /// Gives a record of a single value the present settings of the whole.
  func takeSettings(of whole: Record) {
    let old = Record.changes.withLock { _ -> Configuration? in
      let old = configuration.object
      guard let new = whole.configuration.object.ofMembers, old !== new else { return nil }
      set(new, new.mode)
      return old
    }
    if let old, !old.isPermanent { Reclamation.retire(old) }
  }

  /// Lets readers see another configuration; the caller holds `changes`.
  private func set(_ new: Configuration, _ mode: Mode) {
    // The caller holds the old one, and retires it.
    _ = currentConfiguration.exchange(new)
    modeByte.store(mode.rawValue, ordering: .relaxed)
    guard new.duty != .nothing else { return }
    noted.bitwiseOr(Note.change, ordering: .relaxed)
    duty.max(new.duty.rawValue, ordering: .relaxed)
  }

  /// Makes an instance visible to all threads, unless the record was reset since `resetCount` was read.
  ///
  /// - Returns: the instance that it replaces, to be retired.
  @inline(never)
  func publish(_ instance: Instance, since resetCount: Int) -> Instance? {
    Record.changes.withLock { _ in
      self.resetCount == resetCount ? currentInstance.exchange(instance) : nil
    }
  }

  /// Gives up the shared instance, and returns it to the caller, which has to retire it.
  func takeInstance() -> Instance? { Record.changes.withLock { _ in takeShared() } }

  /// Counts a key that points here.
  func addKey() {
    keys.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Counts a key less, and gives up the shared instances with the last one, even if an entry is still held.
  ///
  /// The caller ends the returned disposals.
  @inline(never)
  func removeKey() -> [Disposal] {
    guard keys.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return [] }
    let taken = takeInstances() + (mode.isScope(.scoped) ? takeScopedInstances() : [])
    if mode.isScope(.custom) { apply(.emptyStorage) }
    return taken
  }

  /// Counts a key less at the end of a container that was not closed: no actions run, and no storage is called.
  func dropKey() {
    if keys.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { letGo() }
  }

  /// Releases the shared instances, without running actions.
  @inline(never)
  func letGo() {
    if mode.isScope(.custom) { apply(.emptyStorage) }
    if let old = takeInstance() { Reclamation.retire(old) }
    if mode.isScope(.perArgument) { for one in settings.members?.reset() ?? [] { one.release() } }
  }

  /// Takes the shared instance away from readers; the caller holds `changes`.
  private func takeShared() -> Instance? {
    resets.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return currentInstance.exchange(nil)
  }
}
