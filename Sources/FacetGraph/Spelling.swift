/// Finds the name that was probably meant.
package enum Spelling {
  /// The candidate nearest to `name`, if one is near enough to be a slip of the pen.
  ///
  /// Near enough is one change for every three letters, and at least one. Letters of the other case count as no
  /// change, so that `songdata` finds `SongData`. Of equally near ones the first is returned.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - candidates: What could have been written.
  /// - Returns: The candidate that was probably meant.
  /// - Complexity: O(length² × candidates).
  package static func nearest(to name: String, in candidates: [String]) -> String? {
    let wanted = folded(name)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let limit = min(
        best.map { $0.distance - 1 } ?? .max, max(1, max(wanted.count, candidate.utf8.count) / 3))
      guard limit >= 0 else { break }
      let distance = distance(wanted, folded(candidate))
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters must be added, dropped, replaced or swapped with a neighbour to get from one to the other.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  /// The bytes of the name, ASCII letters in lower case.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
