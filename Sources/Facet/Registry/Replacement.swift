/// One registration that took the place of another one with the same key.
package struct Replacement: Sendable {
  package let key: ServiceKey
  package let old: CodeLocation
  package let new: CodeLocation
  /// The order of the new one.
  package let order: Int

  /// Sorts those with the same places side by side.
  fileprivate var rank: (String, Int, String, Int, Int) {
    (old.fileID, old.line, new.fileID, new.line, order)
  }

  fileprivate func hasPlaces(of other: Replacement) -> Bool { old == other.old && new == other.new }
}

/// Which registrations took the place of others.
///
/// The last one counts for each pair of places, so what registers for ever fills no memory.
struct ReplacementList {
  private(set) var all: [Replacement] = []
  /// With how many it is time to drop those that do not count: so each costs no more than its part of a sort.
  private var room = 64

  /// Notes one, and gives what is dropped for it, to be released outside a lock.
  mutating func add(_ new: Replacement) -> [Replacement] {
    if let last = all.last, last.hasPlaces(of: new) {
      all[all.count - 1] = new
      return [last]
    }
    var dropped: [Replacement] = []
    if all.count == room {
      dropped = all
      all = current
      room = max(room, 2 * all.count)
    }
    all.append(new)
    return dropped
  }

  /// Those that count, in the order in which they were made.
  var inOrder: [Replacement] { current.inOrder { $0.order < $1.order } }

  /// Those that count, in any order.
  private var current: [Replacement] {
    let sorted = all.inOrder { $0.rank < $1.rank }
    var last: [Replacement] = []
    for (place, replacement) in sorted.enumerated()
    where place + 1 == sorted.count || !replacement.hasPlaces(of: sorted[place + 1]) {
      last.append(replacement)
    }
    return last
  }
}
