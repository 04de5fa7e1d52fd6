/// The name of a type from the runtime, rewritten as in code.
///
/// The runtime writes the constraints of an existential at its end, `any Source & Named<Self.Source.Value == Int>`. Code has them at their
/// protocols: `any Source<Int> & Named`.
struct RuntimeName {
  private let text: [UInt8]
  /// Names of known protocols, as the runtime gives them.
  private let protocols: Set<String>
  /// Whether parts that code cannot have are left open, and each protocol has its `any`.
  private let isCode: Bool

  /// Writes a name for readers, or as code.
  static func written(_ name: String, protocols: Set<String> = [], asCode: Bool = false) -> String {
    // Most names need no change, and a text may have thousands.
    guard asCode || name.contains("any ") else { return name }
    let name = RuntimeName(text: Array(name.utf8), protocols: protocols, isCode: asCode)
    return String(decoding: name.written(0..<name.text.count), as: UTF8.self)
  }

  /// The protocols or the class in the composition of an existential; the type itself if it is not an existential.
  static func parts(of type: Any.Type) -> [String] {
    let text = Array(written(String(reflecting: type)).utf8)
    let name = RuntimeName(text: text, protocols: [], isCode: false)
    let start = text.starts(with: "any ".utf8) ? 4 : 0
    return name.split(start..<text.count, by: " & ").map { String(decoding: text[$0], as: UTF8.self) }
  }

  /// The names of nominal types in a name, with their modules.
  static func names(in name: String) -> [String] {
    name.split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }.map(String.init)
      .filter { $0.contains(".") }
  }

  // MARK: - Types

  /// Writes a range, in which types begin at certain places; mostly one begins at its start.
  private func written(_ range: Range<Int>, isType: Bool = true) -> [UInt8] {
    var (written, place, isStart): ([UInt8], Int, Bool) = ([], range.lowerBound, isType)
    while place < range.upperBound {
      if isStart {
        let end = endOfType(from: place, in: range)
        if let existential = existential(place..<end) {
          written += existential
          (place, isStart) = (end, false)
          continue
        }
      }
      written.append(text[place])
      place += 1
      isStart = beginsType(at: place)
    }
    return written
  }

  /// Whether a type begins after the text before a place.
  private func beginsType(at place: Int) -> Bool {
    if let last = text[..<place].last, "<({".utf8.contains(last) { return true }
    return [", ", "-> ", "== ", "inout ", ": "].contains {
      text[..<place].reversed().starts(with: $0.utf8.reversed())
    }
  }

  /// The end of a type that begins at a place.
  private func endOfType(from start: Int, in range: Range<Int>) -> Int {
    var (place, depth) = (start, 0)
    while place < range.upperBound {
      switch text[place] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ">") where text[place - 1] == UInt8(ascii: "-"): if depth == 0 { return place - 2 }
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "}"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return place }
      default: break
      }
      place += 1
    }
    return place
  }

  /// The ranges between separators outside of parentheses.
  private func split(_ range: Range<Int>, by separator: String) -> [Range<Int>] {
    let separator = Array(separator.utf8)
    var (ranges, start, place, depth): ([Range<Int>], Int, Int, Int) = (
      [], range.lowerBound, range.lowerBound, 0
    )
    while place < range.upperBound {
      switch text[place] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ">") where text[place - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth == 0, text[place..<range.upperBound].starts(with: separator) {
        ranges.append(start..<place)
        place += separator.count
        start = place
      } else {
        place += 1
      }
    }
    return ranges + [start..<range.upperBound]
  }

  // MARK: - Existentials

  /// Writes an existential; `nil` if the range is not one, or does not show it.
  private func existential(_ range: Range<Int>) -> [UInt8]? {
    let name = text[range]
    let hasAny = name.starts(with: "any ".utf8)
    let body = range.lowerBound + (hasAny ? 4 : 0)..<range.upperBound
    let start = firstConstraint(in: body)
    let parts = split(body.lowerBound..<(start ?? body.upperBound), by: " & ")
    guard hasAny || isCode && (parts.count > 1 || protocols.contains(String(decoding: name, as: UTF8.self)))
    else { return nil }
    let constraints =
      start.map { split($0 + 1..<range.upperBound - 1, by: ", ").compactMap(constraint) } ?? []
    let texts = parts.map { part -> [UInt8] in
      // An inherited associated type is a constraint of the inheriting protocol.
      let own = constraints.filter { parts.count == 1 || text[$0.owner] == text[part] }
      return written(part, isType: false) + list(own)
    }
    return Array("any ".utf8) + texts.joined(separator: " & ".utf8)
  }

  /// The start of the constraints, after all protocols.
  private func firstConstraint(in range: Range<Int>) -> Int? {
    var depth = 0
    for place in range {
      if depth == 0, text[place..<range.upperBound].starts(with: "<Self.".utf8) { return place }
      if "<(".utf8.contains(text[place]) { depth += 1 }
      if ">)".utf8.contains(text[place]), text[place - 1] != UInt8(ascii: "-") { depth -= 1 }
    }
    return nil
  }

  private typealias Constraint = (owner: Range<Int>, name: Range<Int>, type: Range<Int>)

  /// Reads a constraint, such as `Self.Shop.Source.Value == Swift.Int`.
  private func constraint(_ range: Range<Int>) -> Constraint? {
    let sides = split(range, by: " == ")
    guard sides.count == 2 else { return nil }
    let path = sides[0].lowerBound + 5..<sides[0].upperBound
    let steps = split(path, by: ".")
    guard let last = steps.last, steps.count > 1 else { return nil }
    return (path.lowerBound..<last.lowerBound - 1, last, sides[1])
  }

  /// The constraints of a protocol, as written after its name.
  ///
  /// If there are several, the runtime does not use the order of the protocol's declaration.
  private func list(_ constraints: [Constraint]) -> [UInt8] {
    guard let first = constraints.first else { return [] }
    let isOrdered = constraints.allSatisfy { text[$0.type] == text[first.type] }
    if isCode, !isOrdered { return Array("<…>".utf8) }
    let texts = constraints.map { constraint -> [UInt8] in
      (isOrdered ? [] : text[constraint.name] + Array(" == ".utf8)) + written(constraint.type)
    }
    return Array("<".utf8) + texts.joined(separator: ", ".utf8) + Array(">".utf8)
  }
}
