/// The services of one resolution cycle: those that are being built, and the instances that are shared.
///
/// Belongs to one thread. A list of entries in the order of their creation, and a hash table of their numbers over it.
/// Entries leave from the end alone, which keeps the probing sequences whole; an entry that must go from the middle
/// stays as a dead one until the end of the cycle. The memory is kept for the next cycle.
struct Cycle {
  /// A record, the registry that serves it, and the arguments; and what the cycle has of it.
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
    let record: Unmanaged<ServiceRecord>
    let server: Unmanaged<Registry>
    var arguments: UnsafeRawPointer?
    var ownedArguments: Unmanaged<ArgumentCopy>?
    var cell: Int32
    var content = Content.building
    /// For an instance that other threads see as well: the record's reset count when it was built.
    var publication: Int?
    var words = ReferenceWords.empty
  }

  private(set) var count = 0
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity: Int
  /// Numbers of entries plus one; zero is an empty cell. Twice as many as entries.
  private var cells: UnsafeMutablePointer<Int32>
  private var shift: UInt

  /// The identity under which the instances can be found after the end, made when somebody asks.
  var identifier: GraphIdentifier?

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
  func words(_ index: Int) -> UnsafeMutableRawPointer {
    let offset = MemoryLayout<Entry>.offset(of: \.words).unsafelyUnwrapped
    return UnsafeMutableRawPointer(entries + index) + offset
  }

  /// Finds an entry with equal arguments.
  @inline(__always)
  func find(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?
  ) -> Int? {
    var cell = self.cell(record, server)
    while true {
      let number = cells[cell]
      guard number != 0 else { return nil }
      let index = Int(number) - 1
      let entry = entries + index
      if entry.pointee.record.toOpaque() == record.toOpaque()
        && entry.pointee.server.toOpaque() == server.toOpaque() && entry.pointee.content != .dead
        && (arguments == nil || haveEqualArguments(index, arguments.unsafelyUnwrapped))
      {
        return index
      }
      cell = (cell + 1) & (capacity * 2 - 1)
    }
  }

  @inline(never)
  private func haveEqualArguments(_ index: Int, _ arguments: UnsafeRawPointer) -> Bool {
    guard let operations = entries[index].record.takeUnretainedValue().arguments,
      let known = entries[index].arguments else {
      return true
    }
    return operations.areEqual(known, arguments)
  }

  /// Adds an entry for a service that is going to be built.
  @inline(__always)
  mutating func append(
    _ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?
  ) -> Int {
    if count == capacity { grow() }
    var cell = self.cell(record, server)
    while cells[cell] != 0 { cell = (cell + 1) & (capacity * 2 - 1) }
    cells[cell] = Int32(truncatingIfNeeded: count + 1)
    (entries + count).initialize(
      to: Entry(record: record, server: server, arguments: arguments, cell: Int32(truncatingIfNeeded: cell)))
    count += 1
    return count - 1
  }

  /// Takes an entry without content out, or marks it as dead if others came after it.
  @inline(__always)
  mutating func discard(_ index: Int) {
    if index == count - 1 {
      cells[Int(entries[index].cell)] = 0
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
  private func cell(_ record: Unmanaged<ServiceRecord>, _ server: Unmanaged<Registry>) -> Int {
    let record = UInt(bitPattern: record.toOpaque())
    let server = UInt(bitPattern: server.toOpaque())
    let hash = (record ^ (server >> 5)) &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    return Int(truncatingIfNeeded: hash >> shift)
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
    for index in 0..<count {
      var cell = self.cell(entries[index].record, entries[index].server)
      while cells[cell] != 0 { cell = (cell + 1) & (capacity * 2 - 1) }
      cells[cell] = Int32(index + 1)
      entries[index].cell = Int32(cell)
    }
  }
}
