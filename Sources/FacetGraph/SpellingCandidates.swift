/// Names that could have been written, prepared for thousands of questions about what was meant.
package struct SpellingCandidates: Sendable {
  private var names: [String] = []
  private var spellings: [[UInt8]] = []
  private var lengths: [Int] = []
  /// For each name, a bit for each letter that occurs in it.
  private var letters: [UInt64] = []
  /// The first name for each spelling in lower case.
  private var positions: [[UInt8]: Int] = [:]

  package init() {}

  package mutating func add(_ name: String) {
    let bytes = Self.folded(name)
    if positions[bytes] == nil { positions[bytes] = names.count }
    names.append(name)
    spellings.append(bytes)
    lengths.append(bytes.count)
    letters.append(Self.letters(of: bytes))
  }

  /// The candidate nearest to `name`, if one is near enough to be a slip of the pen.
  ///
  /// Near enough is one change for every three letters, and at least one. Letters of the other case count as no
  /// change, so that `songdata` finds `SongData`. Of equally near ones the first is returned.
  package func nearest(to name: String) -> String? {
    let wanted = Self.folded(name)
    if let same = positions[wanted] { return names[same] }
    let own = Self.letters(of: wanted)
    let count = wanted.count
    var best: Int?
    var smallest = Int.max
    for index in 0..<names.count {
      let length = lengths[index]
      let longest = count > length ? count : length
      let limit = min(smallest - 1, max(1, longest / 3))
      // Each change brings one new letter at most.
      guard longest - count <= limit, longest - length <= limit,
        (own & ~letters[index]).nonzeroBitCount <= limit, (letters[index] & ~own).nonzeroBitCount <= limit
      else { continue }
      let distance = Self.distance(wanted, spellings[index], limit: limit)
      guard distance <= limit else { continue }
      (best, smallest) = (index, distance)
      // Nothing is nearer: what differs in no letter was looked up.
      if distance == 1 { break }
    }
    return best.map { names[$0] }
  }

  private static func letters(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// How many letters must be added, dropped, replaced or swapped with a neighbour to get from one to the other.
  ///
  /// More than the limit is as good as any number above it.
  static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int = .max) -> Int {
    guard abs(left.count - right.count) <= limit else { return .max }
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
      // Each way goes through one of two rows that follow one another.
      if current.allSatisfy({ $0 > limit }), last.allSatisfy({ $0 > limit }) { return .max }
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
