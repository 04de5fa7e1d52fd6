import Synchronization

/// A hash table of registrations that readers search without a lock while a writer inserts.
///
/// Open addressing over one block of atomic pointers. The writer, one at a time, fills an empty cell, or exchanges the
/// registration in a cell; readers see a cell before or after. A cell never becomes empty again: `removed` stands for a
/// registration that was taken out. When the table is half full, the writer makes a larger one.
///
/// The table holds its registrations: a cell counts as one reference. Who takes a registration out retires it. A table
/// that is outgrown hands its references over.
final class RegistryTable: @unchecked Sendable {
  // Unchecked: `cells` is a block of atomics; `used` and `isOutgrown` are touched only by writers, under the registry's
  // lock, and at the end.
  private let shift: UInt
  private let cells: UnsafeMutablePointer<Atomic<UInt>>
  let capacity: Int
  private var used = 0
  private var isOutgrown = false

  private static let empty: UInt = 0
  private static let removed: UInt = 1

  init(capacity: Int) {
    self.capacity = capacity
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    cells = .allocate(capacity: capacity)
    for index in 0..<capacity { (cells + index).initialize(to: Atomic(RegistryTable.empty)) }
  }

  deinit {
    if !isOutgrown { forEach { $0.release() } }
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }

  // MARK: - Readers

  /// Finds the registration for a key.
  ///
  /// The caller is a participant of `Reclamation`.
  @inline(__always)
  func find(_ lookup: Lookup) -> Unmanaged<Registration>? {
    var index = Int(truncatingIfNeeded: lookup.hash &>> shift)
    while true {
      let cell = cells[index].load(ordering: .sequentiallyConsistent)
      guard cell != RegistryTable.empty else { return nil }
      if cell != RegistryTable.removed {
        let registration = RegistryTable.registration(cell)
        if registration._withUnsafeGuaranteedRef({ lookup.matches($0) }) { return registration }
      }
      index = (index &+ 1) & (capacity &- 1)
    }
  }

  // MARK: - Writers, under the lock of the registry

  var isHalfFull: Bool { (used + 1) * 2 > capacity }

  /// Puts a registration in the place of its key, or nothing, and gives the one that was there.
  @inline(__always)
  func exchange(_ place: Place, for new: Registration?) -> Registration? {
    if let new {
      if place.registration == nil { used += 1 }
      let pointer = Unmanaged.passRetained(new).toOpaque()
      cells[place.index].store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
    } else if place.registration != nil {
      cells[place.index].store(RegistryTable.removed, ordering: .sequentiallyConsistent)
    }
    return place.registration?.takeRetainedValue()
  }

  /// The cell of a key and the registration in it, or the empty cell where it belongs.
  typealias Place = (index: Int, registration: Unmanaged<Registration>?)

  /// Where a key is, or belongs.
  ///
  /// Compares options, which is user code: see `Registry.exchangeComparingOutside`.
  @inline(__always)
  func place(of lookup: Lookup) -> Place {
    var index = Int(truncatingIfNeeded: lookup.hash &>> shift)
    while true {
      let cell = cells[index].load(ordering: .sequentiallyConsistent)
      if cell == RegistryTable.empty { return (index, nil) }
      if cell != RegistryTable.removed {
        let registration = RegistryTable.registration(cell)
        if registration._withUnsafeGuaranteedRef({ lookup.matches($0) }) { return (index, registration) }
      }
      index = (index &+ 1) & (capacity &- 1)
    }
  }

  /// Whether a place is what it was when it was found.
  ///
  /// Then it still is that of the key: an equal one would have been put in the same cell, because no cell before it has
  /// become empty.
  func isCurrent(_ place: Place) -> Bool {
    let pointer = place.registration.map { UInt(bitPattern: $0.toOpaque()) }
    return cells[place.index].load(ordering: .relaxed) == pointer ?? RegistryTable.empty
  }

  /// The cell for a key that is not there.
  private func emptyCell(for hash: UInt) -> Int {
    var index = Int(truncatingIfNeeded: hash &>> shift)
    while cells[index].load(ordering: .relaxed) != RegistryTable.empty {
      index = (index &+ 1) & (capacity &- 1)
    }
    return index
  }

  @inline(__always)
  func forEach(_ body: (Unmanaged<Registration>) -> Void) {
    for index in 0..<capacity {
      let cell = cells[index].load(ordering: .acquiring)
      if cell > RegistryTable.removed { body(RegistryTable.registration(cell)) }
    }
  }

  @inline(__always)
  private static func registration(_ cell: UInt) -> Unmanaged<Registration> {
    // A cell that is neither empty nor removed holds the address of a registration.
    .fromOpaque(UnsafeRawPointer(bitPattern: cell).unsafelyUnwrapped)
  }
}

extension RegistryTable {
  /// Makes a table of more room that takes over what `other` holds.
  ///
  /// Readers may still be in `other`. What they find there stays alive: whoever takes it out of this table retires it.
  convenience init(outgrowing other: RegistryTable) {
    var count = 0
    other.forEach { _ in count += 1 }
    var capacity = 8
    while capacity < (count + 1) * 4 { capacity *= 2 }
    self.init(capacity: capacity)
    other.forEach { registration in
      let index = emptyCell(for: registration._withUnsafeGuaranteedRef { $0.hash })
      cells[index].store(UInt(bitPattern: registration.toOpaque()), ordering: .relaxed)
    }
    used = count
    other.isOutgrown = true
  }
}
