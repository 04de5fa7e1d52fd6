/// A hash table of registrations that readers search without a lock while a writer inserts.
///
/// Open addressing over one block of atomic references. The only writer fills an empty cell, or exchanges the registration in a
/// cell; readers see a cell before or after. A cell never becomes empty again: `removed` takes the place of a removed
/// registration. When the table is half full, the writer makes a larger one, which takes over the contents.
final class RegistryTable: @unchecked Sendable {
  // Unchecked: `cells` is a block of atomics, and `used` is touched only by writers, under the registry's lock.
  private let shift: UInt
  private let cells: AtomicCells<Registration>
  private var used = 0

  /// Replaces a removed registration: no lookup matches it.
  static let removed: Registration = {
    enum Nothing {}
    return Registration(
      ServiceKey(Nothing.self), at: CodeLocation(fileID: "", line: 0), depth: 0, isForward: false)
  }()

  init(capacity: Int) {
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    cells = AtomicCells(count: capacity)
  }

  // MARK: - Readers

  /// Finds the registration for a key.
  ///
  /// The caller is a participant of `Reclamation`. Compares options, which is user code.
  @inline(__always)
  func find(_ lookup: Lookup) -> Borrowed<Registration>? { place(of: lookup).registration }

  /// The cell of a key and the registration in it, or the empty cell where it belongs.
  typealias Place = (index: Int, registration: Borrowed<Registration>?)

  /// Where a key is, or belongs.
  @inline(__always)
  func place(of lookup: Lookup) -> Place {
    var index = Int(truncatingIfNeeded: lookup.hash &>> shift)
    while let registration = cells[index] {
      if registration.read({ lookup.matches($0) }) { return (index, registration) }
      index = (index &+ 1) & (cells.count &- 1)
    }
    return (index, nil)
  }

  // MARK: - Writers, under the lock of the registry

  /// Whether it is at most half full with more registrations.
  func hasRoom(for more: Int) -> Bool { (used + more) * 2 <= cells.count }

  /// Replaces the registration in the place of its key, if only by `removed`, and returns the old one.
  @inline(__always)
  func exchange(_ place: Place, for new: Registration) -> Registration? {
    if place.registration == nil {
      if new === RegistryTable.removed { return nil }
      used += 1
    }
    return cells.exchange(place.index, new)
  }

  /// Whether a place is unchanged since it was found.
  ///
  /// If so, it still belongs to the key. An equal key would have been put in the same cell, because no cell before it has
  /// become empty.
  func isCurrent(_ place: Place) -> Bool { cells[place.index] == place.registration }

  @inline(__always)
  func forEach(_ body: (Borrowed<Registration>) -> Void) {
    let removed = Borrowed(RegistryTable.removed)
    cells.forEach { _, registration in if registration != removed { body(registration) } }
  }
}

extension RegistryTable {
  /// Makes a larger table, which takes over the contents of `other`.
  ///
  /// Readers may still be in `other`. Their findings stay alive: code that removes them from this table retires them.
  convenience init(outgrowing other: RegistryTable, by more: Int = 1) {
    var count = 0
    other.forEach { _ in count += 1 }
    var capacity = 8
    while capacity < (count + more) * 4 { capacity *= 2 }
    self.init(capacity: capacity)
    other.forEach { registration in
      var index = Int(truncatingIfNeeded: registration.read { $0.hash } &>> shift)
      while cells[index] != nil { index = (index &+ 1) & (capacity &- 1) }
      cells.adopt(registration, at: index)
    }
    used = count
    other.cells.abandon(butFor: Borrowed(RegistryTable.removed))
  }
}
