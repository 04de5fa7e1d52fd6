/// The services of one cycle: those under construction, and the shared instances.
///
/// It belongs to one thread. It is a list of entries in creation order, with chains of entries with the same hash, the newest first.
/// Entries leave only at the end. An entry that must leave the middle stays as a dead entry until the end of the cycle. The memory is
/// kept for the next cycle.
///
/// No function here runs user code, except `copy` and `fill`, which copy a service. `Request` compares arguments, between two steps,
/// and holds only numbers of entries meanwhile.
struct Cycle: ~Copyable {
  /// A record, the building registry, the scope and the arguments, with the cycle's instance.
  struct Entry {
    enum Content {
      /// Empty and unreachable.
      case dead
      /// The factory runs; `arguments` are the caller's.
      case building
      /// `cell` holds a service.
      case service
      /// `instance` holds a service that other threads may also see, or that does not fit in `cell`.
      case instance
      /// The storage of the record has the instance.
      case stored
    }

    // Alive as long as the cycle: its thread is a participant of `Reclamation`.
    let record: Borrowed<Record>
    let builder: Borrowed<Registry>
    /// Does not include the arguments of the first entry, so that the first entry runs no user code.
    let hash: UInt
    var arguments: Arguments?
    var ownedArguments: Retained<ArgumentCopy>?
    var instance: Retained<Instance>?
    /// The record's reset count at the build, for an instance that other threads also see; negative for an instance of the cycle.
    var publication = -1
    /// The number after that of the next entry in the chain; zero at the end of the chain.
    var next: Int32 = 0
    var content = Content.building
    /// The scope of the record at the time: after a change of scope, the content is of another kind.
    let scope: ScopeKind
    /// The depth of the frame, once the service is complete.
    var depth: Int16 = 0
    var cell = InlineCell()
  }

  private var entries = Chunks<Entry>()
  /// For each chain, one more than the number of its first entry; zero for an empty chain.
  ///
  /// There are at least twice as many chains as entries.
  private var chains = Numbers(count: 64)
  private var shift = UInt(UInt.bitWidth - 6)

  @inline(__always)
  var count: Int { entries.count }

  /// An entry, read and changed in place.
  @inline(__always)
  subscript(index: Int) -> Entry {
    @inline(__always) _read { yield entries[index] }
    @inline(__always) nonmutating _modify { yield &entries[index] }
  }

  /// Frees the memory of an extraordinarily large cycle.
  @inline(__always)
  mutating func trim() {
    if chains.count > 8192 { startAnew() }
  }

  @inline(never)
  private mutating func startAnew() { self = Cycle() }

  // MARK: - Finding

  /// The newest entry before `limit` that may match, whatever its arguments.
  @inline(__always)
  func candidate(
    _ record: Borrowed<Record>, _ builder: Borrowed<Registry>, _ scope: ScopeKind, _ hash: UInt,
    before limit: Int = .max
  ) -> Int? {
    guard count > 0 else { return nil }
    var number = chains[chain(hash)]
    while number != 0 {
      let index = Int(number) &- 1
      if index < limit, matches(index, record, builder, scope) { return index }
      number = entries[index].next
    }
    // The first entry is in no chain, because most cycles have no other.
    return limit > 0 && matches(0, record, builder, scope) ? 0 : nil
  }

  @inline(__always)
  func matches(
    _ index: Int, _ record: Borrowed<Record>, _ builder: Borrowed<Registry>, _ scope: ScopeKind
  ) -> Bool {
    entries[index].record == record && entries[index].builder == builder && entries[index].content != .dead
      && entries[index].scope == scope
  }

  /// A hash of the common parts of an entry; the caller mixes in the hash of the arguments.
  @inline(__always)
  static func hash(_ record: Borrowed<Record>, _ builder: Borrowed<Registry>) -> UInt {
    record.identity ^ (builder.identity &>> 5)
  }

  @inline(__always)
  private func chain(_ hash: UInt) -> Int {
    Int(truncatingIfNeeded: (hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift)
  }

  // MARK: - Changing

  /// Adds an entry for a service that will be built.
  @inline(__always)
  mutating func append(
    _ record: Borrowed<Record>, _ builder: Borrowed<Registry>, _ arguments: Arguments?, _ scope: ScopeKind,
    _ hash: UInt
  ) -> Int {
    let index = count
    if index * 2 >= chains.count { grow() }
    entries.append(Entry(record: record, builder: builder, hash: hash, arguments: arguments, scope: scope))
    if index > 0 { link(index, hash) }
    return index
  }

  /// Removes an entry without content, or marks it as dead if later entries exist.
  @inline(__always)
  mutating func discard(_ index: Int) {
    guard index == count &- 1 else { return entries[index].content = .dead }
    if index > 0 {
      let chain = chain(entries[index].hash)
      assert(chains[chain] == Int32(index + 1), "The newest entry leads its chain")
      chains[chain] = entries[index].next
    }
    entries.removeLast()
  }

  @inline(__always)
  private func link(_ index: Int, _ hash: UInt) {
    let chain = chain(hash)
    entries[index].next = chains[chain]
    chains[chain] = Int32(truncatingIfNeeded: index &+ 1)
  }

  @inline(never)
  private mutating func grow() {
    chains = Numbers(count: chains.count * 2)
    shift -= 1
    for index in 1..<count { link(index, entries[index].hash) }
  }
}

// MARK: - The content of an entry

extension Cycle {
  /// Makes the service in a slot available in the cycle.
  @inline(__always)
  func fill(_ index: Int, from slot: Slot) {
    assert(entries[index].content == .building)
    let record = entries[index].record
    let type = record.read { $0.recipe.slotType }
    guard type.isInline else { return fillOnHeap(index, from: slot) }
    entries.cell(\.cell, of: index).fill(type, from: slot)
    entries[index].content = .service
  }

  @inline(never)
  private func fillOnHeap(_ index: Int, from slot: Slot) {
    hold(Instance(of: entries[index].record.object, from: slot), at: index)
  }

  /// Makes a shared instance available in the cycle.
  func hold(_ instance: Instance, at index: Int) {
    assert(entries[index].content == .building)
    entries[index].instance = Retained(instance)
    entries[index].content = .instance
  }

  /// Copies the service of an entry to a slot; false if there is none yet.
  @inline(__always)
  func copy(_ index: Int, to slot: Slot) -> Bool {
    switch entries[index].content {
    case .service:
      entries.cell(\.cell, of: index).copy(entries[index].record.read { $0.recipe.slotType }, to: slot)
    case .instance:
      _ = instance(index)?.read { $0.copy(to: slot) }
    case .building, .dead, .stored:
      return false
    }
    return true
  }

  /// The shared instance that an entry holds.
  func instance(_ index: Int) -> Borrowed<Instance>? { entries[index].instance?.borrowed }

  /// The service of an entry, in a box; `nil` if there is none yet.
  func boxed(_ index: Int) -> Any? {
    if let instance = instance(index) { return instance.read { $0.boxed } }
    guard entries[index].content == .service else { return nil }
    let type = entries[index].record.read { $0.serviceType }
    return Slot.withOpened(type) { slot in
      _ = copy(index, to: slot)
      return slot.boxed(type)
    }
  }

  /// Keeps a copy of the arguments, because the caller's are about to be destroyed.
  func keepArguments(_ index: Int) {
    guard let arguments = entries[index].arguments, entries[index].ownedArguments == nil,
      let operations = entries[index].record.read({ $0.recipe.arguments })
    else { return }
    let copy = operations.copy(arguments)
    entries[index].arguments = copy.arguments
    entries[index].ownedArguments = Retained(copy)
  }

  /// The memory of the service that an entry holds in place, and its type.
  func place(_ index: Int) -> (Cell, SlotType) {
    (entries.cell(\.cell, of: index), entries[index].record.read { $0.recipe.slotType })
  }
}
