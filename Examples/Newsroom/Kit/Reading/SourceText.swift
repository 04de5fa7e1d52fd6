/// A text with its places.
struct SourceText: Sendable {
  let scalars: [Unicode.Scalar]

  /// Reads UTF-8.
  init(_ bytes: [UInt8]) throws(FeedProblem) {
    var scalars: [Unicode.Scalar] = []
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    reading: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: break reading
      case .error:
        throw FeedProblem(
          position: SourceText.position(of: scalars.count, in: scalars), reason: "a byte here is not UTF-8")
      }
    }
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
  }

  var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  func position(of index: Int) -> Position { SourceText.position(of: index, in: scalars) }

  func problem(_ reason: String, at index: Int) -> FeedProblem {
    FeedProblem(position: position(of: index), reason: reason)
  }

  private static func position(of index: Int, in scalars: [Unicode.Scalar]) -> Position {
    let before = scalars[..<index]
    let line = before.count { $0 == "\n" } + 1
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return Position(line: line, column: index - start + 1)
  }
}

extension Unicode.Scalar {
  /// Whether it separates words in XML and JSON.
  var isSpace: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" }
}
