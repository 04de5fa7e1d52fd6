/// The services of one resolution cycle: those that are being built, and the instances that are shared.
///
/// Belongs to one thread. A list of entries in the order of their creation, and chains of entries with the same hash, the newest
/// first. Entries leave only from the end; an entry that must go from the middle stays as a dead one until the end of the
/// cycle. The memory is kept for the next cycle.
///
/// No function here runs user code. Arguments are compared by `ThreadState`, between two steps, with numbers of entries
/// in its hands instead of addresses: that may add entries, and move all of them.
///
/// Invariant: entries are trivial, so memory is moved and freed without a look at them. What an entry holds is counted by
/// hand, once, and released by `CycleEnd`.
struct Cycle: ~Copyable {
  /// A record, the registry that builds, the scope, and the arguments; and what the cycle has of it.
  struct Entry {
    enum Content {
      /// Nothing, and nothing finds it any more.
      case dead
      /// The factory runs; `arguments` are the caller's.
      case building
      /// `words` are an object's, counted once.
      case reference
      /// `words` hold the address of a `SharedInstance`, counted once.
      case instance
      /// An instance is in the custom storage of the record.
      case stored
    }

    // Alive for as long as the cycle: its thread is a participant of `Reclamation`.
    var record: Unmanaged<Record>
    var builder: Unmanaged<Registry>
    /// Does not include the arguments of the first entry, so that no user code runs for it.
    var hash: UInt
    var arguments: UnsafeRawPointer?
    var ownedArguments: Unmanaged<ArgumentCopy>?
    /// For an instance that other threads see as well: the record's reset count when it was built; below zero for one of the cycle.
    var publication: Int
    /// The number after that of the next entry in the chain; zero at its end.
    var next: Int32
    var content: Content
    /// The scope of the record at the time: after a change, the content is of another kind.
    var scope: ScopeKind
    /// That of the frame, once the service is complete.
    var depth: Int16
    var words: ReferenceWords.Storage
  }

  private(set) var count = 0
  private var entries: UnsafeMutablePointer<Entry>
  private(set) var capacity: Int
  /// For each chain, the number after that of its first entry; zero for an empty chain.
  ///
  /// There are twice as many chains as entries.
  private var chains: UnsafeMutablePointer<Int32>
  private var shift: UInt

  init() {
    assert(_isPOD(Entry.self))
    capacity = 32
    entries = .allocate(capacity: capacity)
    chains = .allocate(capacity: capacity * 2)
    chains.initialize(repeating: 0, count: capacity * 2)
    shift = UInt(UInt.bitWidth - (capacity * 2).trailingZeroBitCount)
  }

  deinit {
    assert(count == 0)
    entries.deallocate()
    chains.deallocate()
  }

  /// Gives the memory of an extraordinarily large cycle back.
  @inline(__always)
  mutating func trim() {
    if capacity > 4096 { startAnew() }
  }

  @inline(never)
  private mutating func startAnew() { self = Cycle() }

  // MARK: - Finding

  /// The address of an entry, until another one is added.
  @inline(__always)
  func entry(_ index: Int) -> UnsafeMutablePointer<Entry> {
    assert(index >= 0 && index < count, "An entry that is not in the cycle")
    return entries + index
  }

  /// The address of the words of an entry, until another entry is added.
  @inline(__always)
  static func words(_ entry: UnsafeMutablePointer<Entry>) -> UnsafeMutableRawPointer {
    let offset = MemoryLayout<Entry>.offset(of: \.words).unsafelyUnwrapped
    return UnsafeMutableRawPointer(entry) + offset
  }

  /// The newest entry before `limit` that may be the one, whatever its arguments.
  @inline(__always)
  func candidate(
    _ record: Unmanaged<Record>, _ builder: Unmanaged<Registry>, _ scope: ScopeKind, _ hash: UInt,
    before limit: Int = .max
  ) -> Int? {
    guard count > 0 else { return nil }
    var number = chains[chain(hash)]
    while number != 0 {
      let index = Int(number) &- 1
      if index < limit, matches(index, record, builder, scope) { return index }
      number = entries[index].next
    }
    // The first entry stands in no chain: most cycles have no other.
    return limit > 0 && matches(0, record, builder, scope) ? 0 : nil
  }

  @inline(__always)
  func matches(
    _ index: Int, _ record: Unmanaged<Record>, _ builder: Unmanaged<Registry>, _ scope: ScopeKind
  ) -> Bool {
    let entry = entry(index)
    return entry.pointee.record.toOpaque() == record.toOpaque()
      && entry.pointee.builder.toOpaque() == builder.toOpaque() && entry.pointee.content != .dead
      && entry.pointee.scope == scope
  }

  /// A hash of what every entry has; that of the arguments is mixed in by the caller.
  @inline(__always)
  static func hash(_ record: Unmanaged<Record>, _ builder: Unmanaged<Registry>) -> UInt {
    UInt(bitPattern: record.toOpaque()) ^ (UInt(bitPattern: builder.toOpaque()) &>> 5)
  }

  @inline(__always)
  private func chain(_ hash: UInt) -> Int {
    Int(truncatingIfNeeded: (hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift)
  }

  // MARK: - Changing

  /// Adds an entry for a service that is going to be built.
  @inline(__always)
  mutating func append(
    _ record: Unmanaged<Record>, _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ scope: ScopeKind, _ hash: UInt
  ) -> Int {
    if count == capacity { grow() }
    // Field by field: the words need no value yet.
    let entry = entries + count
    entry.pointee.record = record
    entry.pointee.builder = builder
    entry.pointee.hash = hash
    entry.pointee.arguments = arguments
    entry.pointee.ownedArguments = nil
    entry.pointee.publication = -1
    entry.pointee.content = .building
    entry.pointee.scope = scope
    entry.pointee.depth = 0
    entry.pointee.next = 0
    let index = count
    if index > 0 { link(index, hash) }
    // It stays far below what an integer holds: so there is nothing to check.
    count = index &+ 1
    return index
  }

  /// Takes an entry without content out, or marks it as dead if others came after it.
  @inline(__always)
  mutating func discard(_ index: Int) {
    assert(index >= 0 && index < count, "An entry that is not in the cycle")
    if index == count &- 1 {
      if index > 0 {
        assert(chains[chain(entries[index].hash)] == Int32(index + 1), "The newest entry leads its chain")
        chains[chain(entries[index].hash)] = entries[index].next
      }
      count = index
    } else {
      entries[index].content = .dead
    }
  }

  @inline(__always)
  private func link(_ index: Int, _ hash: UInt) {
    assert(index > 0 && index <= count, "An entry that stands in no chain")
    let chain = chain(hash)
    entries[index].next = chains[chain]
    chains[chain] = Int32(truncatingIfNeeded: index &+ 1)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    chains.deallocate()
    entries = larger
    capacity *= 2
    shift -= 1
    chains = .allocate(capacity: capacity * 2)
    chains.initialize(repeating: 0, count: capacity * 2)
    for index in 1..<count { link(index, entries[index].hash) }
  }
}

// MARK: - What an entry holds

extension Cycle {
  /// Lets a shared instance be found in the cycle.
  func hold(_ instance: SharedInstance, at index: Int) {
    let entry = entry(index)
    assert(entry.pointee.content == .building)
    entry.pointee.words.0 = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
    entry.pointee.content = .instance
  }

  /// Keeps a copy of the arguments, for the caller's are about to go.
  func keepArguments(_ index: Int) {
    let entry = entry(index)
    guard let arguments = entry.pointee.arguments, entry.pointee.ownedArguments == nil,
      let operations = entry.pointee.record._withUnsafeGuaranteedRef({ $0.recipe.arguments })
    else { return }
    let copy = operations.copy(arguments)
    entry.pointee.arguments = UnsafeRawPointer(copy.pointer)
    entry.pointee.ownedArguments = .passRetained(copy)
  }
}

extension Cycle.Entry {
  /// Whether a flight shows it to the other parts of a cycle that threads share.
  var isShownByFlight: Bool {
    get { publication == -2 }
    set { publication = newValue ? -2 : -1 }
  }

  /// The instance that `words` hold.
  var instance: Unmanaged<SharedInstance> {
    assert(content == .instance)
    return Cycle.Entry.instance(at: words.0)
  }

  static func instance(at address: UInt) -> Unmanaged<SharedInstance> {
    // Content `instance` says that the first word is the address of one.
    .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }
}
