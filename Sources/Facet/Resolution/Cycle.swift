/// The services of one resolution cycle: those that are being built, and the instances that are shared.
///
/// Belongs to one thread. A list of entries in the order of their creation, and a hash table of their numbers over it.
/// Entries leave from the end alone, which keeps the probing sequences whole; an entry that must go from the middle
/// stays as a dead one until the end of the cycle. The memory is kept for the next cycle.
struct Cycle {
  /// A record, the registry that serves it, the scope, and the arguments; and what the cycle has of it.
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

    // Alive for as long as the cycle: its thread is within `Reclamation`.
    var record: Unmanaged<ServiceRecord>
    var server: Unmanaged<Registry>
    var arguments: UnsafeRawPointer?
    var ownedArguments: Unmanaged<ArgumentCopy>?
    /// Its place in the hash table; negative for the first entry, and for dead ones after the table has grown.
    var cell: Int32
    var content = Content.building
    /// The scope of the record at the time: after a change, the content is of another kind.
    var scope: ScopeKind
    /// For an instance that other threads see as well: the record's reset count when it was built.
    var publication: Int?
    var words = ReferenceWords.empty
  }

  private(set) var count = 0
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int
  /// Numbers of entries plus one; zero is an empty cell.
  ///
  /// Twice as many as entries.
  private var cells: UnsafeMutablePointer<Int32>
  private var shift: UInt

  init() {
    capacity = 32
    entries = .allocate(capacity: capacity)
    cells = .allocate(capacity: capacity * 2)
    cells.initialize(repeating: 0, count: capacity * 2)
    shift = UInt(UInt.bitWidth - (capacity * 2).trailingZeroBitCount)
  }

  /// Frees the memory of an empty cycle.
  func deallocate() {
    entries.deallocate()
    cells.deallocate()
  }

  /// Gives the memory of an extraordinarily large cycle back.
  mutating func trim() {
    guard capacity > 4096 else { return }
    deallocate()
    self = Cycle()
  }

  // MARK: - Entries

  /// The address of an entry, until another one is added.
  @inline(__always)
  func entry(_ index: Int) -> UnsafeMutablePointer<Entry> {
    entries + index
  }

  /// The address of the words of an entry, until another entry is added.
  @inline(__always)
  static func words(_ entry: UnsafeMutablePointer<Entry>) -> UnsafeMutableRawPointer {
    let offset = MemoryLayout<Entry>.offset(of: \.words).unsafelyUnwrapped
    return UnsafeMutableRawPointer(entry) + offset
  }

  /// Finds an entry with equal arguments, or adds one.
  @inline(__always)
  mutating func findOrAppend(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ scope: ScopeKind
  ) -> (index: Int, isNew: Bool) {
    // The first entry stands outside the hash table: most resolves have no other.
    if count == 0 { return (append(record, server, arguments, scope, in: -1), true) }
    if matches(0, record, server, arguments, scope) { return (0, false) }
    if count == capacity { grow() }
    var cell = self.cell(record, server, arguments)
    while true {
      let number = cells[cell]
      if number == 0 { return (append(record, server, arguments, scope, in: cell), true) }
      let index = Int(number) &- 1
      if matches(index, record, server, arguments, scope) { return (index, false) }
      cell = (cell &+ 1) & (capacity &* 2 &- 1)
    }
  }

  /// Finds an entry with equal arguments.
  func find(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ scope: ScopeKind
  ) -> Int? {
    guard count > 0 else { return nil }
    if matches(0, record, server, arguments, scope) { return 0 }
    var cell = self.cell(record, server, arguments)
    while true {
      let number = cells[cell]
      guard number != 0 else { return nil }
      let index = Int(number) &- 1
      if matches(index, record, server, arguments, scope) { return index }
      cell = (cell &+ 1) & (capacity &* 2 &- 1)
    }
  }

  /// Adds an entry for a service that is going to be built, and that `find` did not find.
  mutating func append(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ scope: ScopeKind
  ) -> Int {
    if count == 0 { return append(record, server, arguments, scope, in: -1) }
    if count == capacity { grow() }
    return append(record, server, arguments, scope, in: emptyCell(record, server, arguments))
  }

  @inline(__always)
  private func matches(
    _ index: Int, _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>,
    _ arguments: UnsafeRawPointer?, _ scope: ScopeKind
  ) -> Bool {
    let entry = entries + index
    return entry.pointee.record.toOpaque() == record.toOpaque()
      && entry.pointee.server.toOpaque() == server.toOpaque() && entry.pointee.content != .dead
      && entry.pointee.scope == scope
      && (arguments == nil || Cycle.haveEqualArguments(entry, arguments.unsafelyUnwrapped))
  }

  @inline(never)
  private static func haveEqualArguments(
    _ entry: UnsafeMutablePointer<Entry>, _ arguments: UnsafeRawPointer
  ) -> Bool {
    guard let operations = entry.pointee.record.takeUnretainedValue().arguments,
      let known = entry.pointee.arguments
    else {
      return true
    }
    return operations.areEqual(known, arguments)
  }

  @inline(__always)
  private mutating func append(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ scope: ScopeKind, in cell: Int
  ) -> Int {
    if cell >= 0 { cells[cell] = Int32(truncatingIfNeeded: count &+ 1) }
    // Field by field: the words need no value yet.
    let entry = entries + count
    entry.pointee.record = record
    entry.pointee.server = server
    entry.pointee.arguments = arguments
    entry.pointee.ownedArguments = nil
    entry.pointee.cell = Int32(truncatingIfNeeded: cell)
    entry.pointee.content = .building
    entry.pointee.scope = scope
    entry.pointee.publication = nil
    count += 1
    return count - 1
  }

  /// Takes an entry without content out, or marks it as dead if others came after it.
  @inline(__always)
  mutating func discard(_ index: Int) {
    if index == count - 1 {
      let cell = Int(entries[index].cell)
      if cell >= 0 { cells[cell] = 0 }
      count = index
    } else {
      entries[index].content = .dead
    }
  }

  /// Lets a shared instance be found in the cycle.
  func hold(_ instance: SharedInstance, at index: Int) {
    entries[index].words.0 = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque())
    entries[index].content = .instance
  }

  /// Keeps a copy of the arguments, for the caller's are about to go.
  mutating func keepArguments(_ index: Int) {
    guard let arguments = entries[index].arguments, entries[index].ownedArguments == nil,
      let operations = entries[index].record.takeUnretainedValue().arguments
    else { return }
    let copy = ArgumentCopy(operations.type, from: arguments)
    entries[index].arguments = UnsafeRawPointer(copy.pointer)
    entries[index].ownedArguments = .passRetained(copy)
  }

  @inline(__always)
  private func cell(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?
  ) -> Int {
    let server = UInt(bitPattern: server.toOpaque())
    var hash = UInt(bitPattern: record.toOpaque()) ^ (server &>> 5)
    // So that a recursion over thousands of different arguments does not search through all of them.
    if let arguments { hash ^= Cycle.hash(record, arguments) }
    return Int(
      truncatingIfNeeded: (hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)) &>> shift)
  }

  @inline(never)
  private static func hash(_ record: Unmanaged<ServiceRecord>, _ arguments: UnsafeRawPointer) -> UInt {
    record.takeUnretainedValue().arguments?.hash(arguments) ?? 0
  }

  private func emptyCell(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?
  ) -> Int {
    var cell = self.cell(record, server, arguments)
    while cells[cell] != 0 { cell = (cell &+ 1) & (capacity &* 2 &- 1) }
    return cell
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    cells.deallocate()
    entries = larger
    capacity *= 2
    shift -= 1
    cells = .allocate(capacity: capacity * 2)
    cells.initialize(repeating: 0, count: capacity * 2)
    for index in 1..<count {
      entries[index].cell = -1
      guard entries[index].content != .dead else { continue }
      let entry = entries[index]
      let cell = emptyCell(entry.record, entry.server, entry.arguments)
      cells[cell] = Int32(index + 1)
      entries[index].cell = Int32(cell)
    }
  }
}
