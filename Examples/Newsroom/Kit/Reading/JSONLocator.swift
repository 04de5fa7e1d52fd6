/// Finds places in a JSON text, of which the decoder says only the path.
struct JSONLocator {
  /// One step of a path.
  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  private struct Fault: Error {
    let index: Int
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private var path: [Step] = []
  private var found: [Step]?
  private var foundIndex = 0

  init(_ source: SourceText) {
    scalars = source.scalars
  }

  /// Where the value at a path begins; where the last one that is there begins if it is missing.
  mutating func index(of path: [Step]) -> Int {
    for length in stride(from: path.count, through: 0, by: -1) {
      var locator = self
      locator.found = Array(path.prefix(length))
      locator.foundIndex = -1
      try? locator.document()
      if locator.foundIndex >= 0 { return locator.foundIndex }
    }
    return 0
  }

  /// Where the text stops to be JSON.
  var firstFault: Int? {
    mutating get {
      do {
        try document()
        return nil
      } catch {
        return error.index
      }
    }
  }

  private mutating func document() throws(Fault) {
    try value()
    skipSpaces()
    if index < scalars.count { throw Fault(index: index) }
  }

  private mutating func value() throws(Fault) {
    skipSpaces()
    if path == found { foundIndex = index }
    depth += 1
    defer { depth -= 1 }
    guard depth < 200, index < scalars.count else { throw Fault(index: index) }
    switch scalars[index] {
    case "{": try list(closedBy: "}") { locator, _ throws(Fault) in try locator.member() }
    case "[":
      try list(closedBy: "]") { locator, position throws(Fault) in
        try locator.value(at: .index(position))
      }
    case "\"": _ = try string()
    default: try literal()
    }
  }

  private mutating func value(at step: Step) throws(Fault) {
    path.append(step)
    try value()
    path.removeLast()
  }

  private mutating func member() throws(Fault) {
    skipSpaces()
    let key = try string()
    try expect(":")
    try value(at: .key(key))
  }

  private mutating func list(
    closedBy end: Unicode.Scalar, _ element: (inout JSONLocator, Int) throws(Fault) -> Void
  ) throws(Fault) {
    index += 1
    skipSpaces()
    if index < scalars.count, scalars[index] == end {
      index += 1
      return
    }
    var position = 0
    while true {
      try element(&self, position)
      position += 1
      skipSpaces()
      guard index < scalars.count, scalars[index] == end || scalars[index] == "," else {
        throw Fault(index: index)
      }
      index += 1
      if scalars[index - 1] == end { return }
    }
  }

  /// A string, as it is written between its quotes: no key that is asked for has an escape.
  private mutating func string() throws(Fault) -> String {
    try expect("\"")
    let start = index
    while index < scalars.count, scalars[index] != "\"" {
      index += scalars[index] == "\\" ? 2 : 1
    }
    guard index < scalars.count else { throw Fault(index: start - 1) }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<index])
    index += 1
    return text
  }

  private mutating func literal() throws(Fault) {
    let start = index
    while index < scalars.count,
      scalars[index].properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalars[index])
    {
      index += 1
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<index])
    guard ["true", "false", "null"].contains(text) || text.first?.isLetter == false && Double(text) != nil
    else {
      throw Fault(index: start)
    }
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(Fault) {
    skipSpaces()
    guard index < scalars.count, scalars[index] == scalar else {
      throw Fault(index: min(index, scalars.count))
    }
    index += 1
  }

  private mutating func skipSpaces() {
    while index < scalars.count, scalars[index].isSpace { index += 1 }
  }
}
