/// One registration that replaced another one with the same key.
package struct Replacement: Sendable {
  package let key: ServiceKey
  package let old: CodeLocation
  package let new: CodeLocation
  /// The order of the new registration.
  package let order: Int

  /// Sorts replacements at the same locations next to each other.
  fileprivate var rank: (String, Int, String, Int, Int) {
    (old.fileID, old.line, new.fileID, new.line, order)
  }

  fileprivate func hasPlaces(of other: Replacement) -> Bool { old == other.old && new == other.new }
}

/// The registrations that replaced others.
///
/// The last one counts for each pair of locations, so endless registrations do not fill the memory.
struct ReplacementList {
  private(set) var all: [Replacement] = []
  /// The count at which outdated replacements are dropped: so each costs only its part of a sort.
  private var room = 64

  /// Notes a replacement, and returns the dropped ones, to be released outside a lock.
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

  /// The valid replacements, in the order in which they were made.
  var inOrder: [Replacement] { current.inOrder { $0.order < $1.order } }

  /// The valid replacements, in any order.
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
