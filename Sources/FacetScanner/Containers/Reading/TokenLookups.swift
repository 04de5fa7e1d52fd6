/// What is found out about the tokens of a file when it is first asked for.
final class TokenLookups {
  /// The code in strings, by the token of the string.
  var codeInStrings: [Int: [NestedTokens]] = [:]
  /// How many strings are around the tokens themselves.
  let depth: Int
  /// Where each name stands, be it in the code of a string, by the hash of the name.
  fileprivate var places: [UInt64: [Int]]?

  init(depth: Int) {
    self.depth = depth
  }
}

extension NestedTokens {
  /// The tokens behind `index` that have the same name, and the strings whose code has it.
  ///
  /// A file with thousands of variables is read once for all of them.
  func uses(ofNameAt index: Int, within end: Int) -> ArraySlice<Int> {
    let places = lookups.places ?? findPlaces()
    lookups.places = places
    let all = places[hash(index)] ?? []
    let first = Self.firstPlace(in: all, from: index + 1)
    return all[first..<max(first, Self.firstPlace(in: all, from: end))]
  }

  private func findPlaces() -> [UInt64: [Int]] {
    var result: [UInt64: [Int]] = [:]
    for index in 0..<count {
      switch kind(index) {
      case .identifier: result[hash(index), default: []].append(index)
      case .string:
        for part in interpolations(at: index) {
          for name in part.findPlaces().keys where result[name]?.last != index {
            result[name, default: []].append(index)
          }
        }
      default: break
      }
    }
    return result
  }

  private func hash(_ index: Int) -> UInt64 {
    WordSet.hash(file.bytes.start + Int(self[index].start), Int(self[index].end - self[index].start))
  }

  private static func firstPlace(in places: [Int], from index: Int) -> Int {
    var first = 0
    var last = places.count
    while first < last {
      let middle = (first + last) / 2
      if places[middle] < index { first = middle + 1 } else { last = middle }
    }
    return first
  }
}
