import Synchronization

/// One container's use of a recipe: what is shared of the service, and what may be changed about it.
///
/// Not generic on purpose: an instantiation for every service type would cost more at the first registration than
/// everything else together. `ServiceEntry` is the typed view of it.
///
/// Shared between threads are the atomics. `configuration` and `shared` point at immutable objects; they are exchanged as a
/// whole and the old one is retired, so that a participant of `Reclamation` may use what it loads. All exchanges happen
/// while `changes` is held.
package final class Record: Registration, @unchecked Sendable {
  package let recipe: Recipe
  /// The registry of the container that the service was registered in; alive as long as a resolve can reach the record.
  package unowned(unsafe) let owner: Registry

  private let configurationPointer: Atomic<UnsafeRawPointer>
  private let sharedPointer = Atomic<UnsafeRawPointer?>(nil)
  /// How often the shared instance was given up: what was begun before belongs to nobody else.
  private let resets = Atomic<Int>(0)
  // What is small comes last, where it shares a word.
  private let layout = ReferenceLayout()
  /// The mode of the configuration.
  ///
  /// Read on its own: a reader sees it before or after a change, as it does the rest.
  private let modeByte: Atomic<UInt8>
  /// Whether a build has more to do than to run the factory.
  private let isSpecial: Atomic<Bool>
  /// What came to be known of the record, in bits; see `Note`.
  private let noted: Atomic<UInt8>
  /// How many keys of registries point here.
  private let keys = Atomic<Int32>(0)

  private enum Note {
    /// Decorators were added, or completions that belong to an actor or must be awaited.
    static let change: UInt8 = 1
    /// A completion found something of a child that was asked.
    static let findsMoreInChildren: UInt8 = 2
    /// A thread builds its shared instance.
    static let build: UInt8 = 4
  }

  private static let changes = Guarded(())

  package init(
    _ key: consuming ServiceKey, at location: consuming CodeLocation, _ recipe: consuming Recipe,
    owner: Registry, configuration: consuming Configuration, order: Int? = nil
  ) {
    self.owner = owner
    modeByte = Atomic(configuration.mode(takingArguments: key.signature != nil).rawValue)
    noted = Atomic(configuration.isSpecial ? Note.change : 0)
    isSpecial = Atomic(recipe.details?.isSpecial == true || configuration.isSpecial)
    configurationPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(configuration).toOpaque()))
    self.recipe = recipe
    // Nothing comes after this: the compiler would count more references.
    super.init(key, at: location, in: owner, isForward: false, order: order)
  }

  deinit {
    Unmanaged<Configuration>.fromOpaque(configurationPointer.load(ordering: .acquiring)).release()
    guard let shared = sharedPointer.load(ordering: .acquiring) else { return }
    Unmanaged<SharedInstance>.fromOpaque(shared).release()
  }

  /// Runs the factory.
  ///
  /// Not inlined on purpose: in a method of its own the compiler sees that the record outlives the call, and does not count a
  /// reference to the closure.
  @inline(never)
  @_optimize(speed)
  func build(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    if isSpecial.load(ordering: .relaxed) { return try buildSpecially(resolver, arguments, result) }
    if try recipe.factory.build(resolver, result, recipe.bytes) { return }
    if try recipe.factory.buildPlainly(result, recipe.bytes) { return }
    try buildOtherwise(resolver, arguments, result)
  }

  // One function for each way: the compiler makes a jump through a table of four ways in one, which costs more than to compare.
  @inline(never)
  private func buildOtherwise(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    if try recipe.factory.buildGenerally(resolver, arguments, result) { return }
    try buildByArguments(resolver, arguments, result)
  }

  @inline(never)
  private func buildByArguments(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    try recipe.factory.buildByArguments(resolver, arguments, recipe.arguments, result, recipe.bytes)
  }

  /// Whether a build has more to do than to run the factory.
  var isSpecialNow: Bool { isSpecial.load(ordering: .relaxed) }

  /// Whether an instance has to be decorated or completed.
  var hasMoreToDo: Bool { mode.hasCompletions || has(Note.change) }

  /// Whether a completion is known to find something of a child that was asked.
  var findsMoreInChildren: Bool { has(Note.findsMoreInChildren) }

  func noteThatFindsMoreInChildren() { noted.bitwiseOr(Note.findsMoreInChildren, ordering: .relaxed) }

  /// Whether a thread builds the shared instance, or has not ended that.
  var isBeingBuilt: Bool { has(Note.build) }

  /// Notes whether a thread builds the shared instance; under the lock of `Flights`.
  func noteBuild(_ isRunning: Bool) {
    if isRunning {
      noted.bitwiseOr(Note.build, ordering: .relaxed)
    } else {
      noted.bitwiseAnd(~Note.build, ordering: .relaxed)
    }
  }

  private func has(_ note: UInt8) -> Bool { noted.load(ordering: .relaxed) & note != 0 }

  // MARK: - Reading, as a participant of `Reclamation`

  @inline(__always)
  var configuration: Unmanaged<Configuration> {
    .fromOpaque(configurationPointer.load(ordering: .sequentiallyConsistent))
  }

  @inline(__always)
  var mode: Mode { .init(rawValue: modeByte.load(ordering: .relaxed)) }

  @inline(__always)
  var shared: Unmanaged<SharedInstance>? {
    guard let pointer = sharedPointer.load(ordering: .sequentiallyConsistent) else { return nil }
    return .fromOpaque(pointer)
  }

  /// The storage of a custom scope.
  @inline(__always)
  var storageSlot: StorageSlot? { configuration._withUnsafeGuaranteedRef { $0.settings.storage } }

  /// What the service at `pointer` is.
  @inline(__always)
  func form(at pointer: UnsafeRawPointer) -> ServiceForm { layout.form(serviceType, at: pointer) }

  /// Whether all services of the record are known to be values.
  var isKnownAsValue: Bool { layout.isKnownAsValue }

  var resetCount: Int { resets.load(ordering: .acquiring) }

  // MARK: - Reading from anywhere

  package var settings: Settings {
    @inline(never) get { Record.changes.withLock { _ in configuration.takeUnretainedValue() }.settings }
  }

  // MARK: - Changing

  /// Exchanges the configuration for one with other settings; a scope that changes gives up what the old one shared.
  ///
  /// What it drops is released outside the lock.
  @inline(never)
  func apply(_ change: Change) {
    let (old, dropped, members) = Record.changes.withLock {
      _ -> (Configuration, SharedInstance?, ArgumentTable?) in
      let old = configuration.takeRetainedValue()
      var settings = old.settings
      change.apply(to: &settings)
      let new = Configuration.make(settings)
      set(new, new.mode(takingArguments: signature != nil))
      let isSameScope = settings.scope === old.settings.scope
      return (old, isSameScope ? nil : takeShared(), isSameScope ? new.settings.members : nil)
    }
    // Every record of a single value has its own copy of what changed.
    if let members { for member in members.all { member.record.takeSettings(of: self) } }
    if let abandoned = old.settings.members, members == nil { abandoned.removeAll() }
    if !old.isPermanent { Reclamation.retire(old) }
    if let dropped { Reclamation.retire(dropped) }
  }

  /// Gives a record of a single value the present settings of the whole.
  func takeSettings(of whole: Record) {
    let old = Record.changes.withLock { _ -> Configuration? in
      let old = configuration
      guard let new = whole.configuration.takeUnretainedValue().ofMembers,
        old.toOpaque() != Unmanaged.passUnretained(new).toOpaque()
      else { return nil }
      set(new, new.mode)
      return old.takeRetainedValue()
    }
    if let old, !old.isPermanent { Reclamation.retire(old) }
  }

  /// Lets readers see another configuration; the caller holds `changes`.
  private func set(_ new: Configuration, _ mode: Mode) {
    configurationPointer.store(
      UnsafeRawPointer(Unmanaged.passRetained(new).toOpaque()), ordering: .sequentiallyConsistent)
    modeByte.store(mode.rawValue, ordering: .relaxed)
    guard new.isSpecial else { return }
    noted.bitwiseOr(Note.change, ordering: .relaxed)
    isSpecial.store(true, ordering: .relaxed)
  }

  /// Makes an instance visible to all threads, unless the record was reset since `resetCount` was read.
  ///
  /// - Returns: the instance that it replaces, to be retired.
  @inline(never)
  func publish(_ instance: SharedInstance, since resetCount: Int) -> SharedInstance? {
    Record.changes.withLock { _ -> SharedInstance? in
      guard resets.load(ordering: .relaxed) == resetCount else { return nil }
      let old = sharedPointer.load(ordering: .acquiring)
      sharedPointer.store(
        UnsafeRawPointer(Unmanaged.passRetained(instance).toOpaque()), ordering: .sequentiallyConsistent)
      return old.map { Unmanaged<SharedInstance>.fromOpaque($0).takeRetainedValue() }
    }
  }

  /// Gives up the shared instance.
  @inline(never)
  func reset() {
    if let old = takeInstance() { Reclamation.retire(old) }
    if mode.isScope(.perArgument) { settings.members?.reset() }
  }

  /// Gives up the shared instance, and gives it to the caller, which has to retire it.
  func takeInstance() -> SharedInstance? { Record.changes.withLock { _ in takeShared() } }

  /// Counts a key that points here.
  func addKey() {
    keys.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Counts a key less; with the last one go the shared instance and what a storage keeps, even if somebody holds the
  /// entry.
  @inline(never)
  func removeKey() {
    guard keys.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    if mode.isScope(.custom) { apply(.emptyStorage) }
    reset()
  }

  /// Takes the shared instance away from readers; the caller holds `changes`.
  private func takeShared() -> SharedInstance? {
    resets.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let old = sharedPointer.load(ordering: .acquiring)
    sharedPointer.store(nil, ordering: .sequentiallyConsistent)
    return old.map { Unmanaged<SharedInstance>.fromOpaque($0).takeRetainedValue() }
  }
}
