/// Where each value of a JSON text stands.
///
/// `JSONDecoder` reads the values; this finds their places for a message.
struct JSONOutline {
  let text: SheetText
  private var offsets: [SheetPath: Int] = [:]
  private var keys: [SheetPath: [String]] = [:]

  /// Walks through a text.
  ///
  /// - Throws: a ``JSONSyntaxError`` where it stops to be JSON.
  init(of text: SheetText) throws {
    self.text = text
    var scanner = JSONScanner(bytes: text.bytes)
    try scan(&scanner, at: .root, depth: 0)
    try scanner.expectEnd()
  }

  /// The offset of a value, or of what encloses it if it is not there.
  func offset(of path: SheetPath) -> Int { offsets[path] ?? 0 }

  /// The keys of an object, in their order.
  func keys(of path: SheetPath) -> [String] { keys[path] ?? [] }

  private mutating func scan(_ scanner: inout JSONScanner, at path: SheetPath, depth: Int) throws {
    scanner.skipSpace()
    offsets[path] = scanner.offset
    guard depth < 32 else {
      throw scanner.error(
        "The lists and objects are nested too deep.", "keep to the three levels of a sheet.")
    }
    switch scanner.next {
    case UInt8(ascii: "{"):
      try scanObject(&scanner, at: path, depth: depth)
    case UInt8(ascii: "["):
      var index = 0
      try scanner.elements(until: "]") { scanner in
        try scan(&scanner, at: path.index(index), depth: depth + 1)
        index += 1
      }
    default:
      try scanner.scalar()
    }
  }

  private mutating func scanObject(_ scanner: inout JSONScanner, at path: SheetPath, depth: Int) throws {
    try scanner.elements(until: "}") { scanner in
      let offset = scanner.offset
      let key = try scanner.key()
      guard !keys(of: path).contains(key) else {
        throw JSONSyntaxError(
          offset: offset, fact: "The key \(quoted(key)) stands twice in one object.",
          remedy: "remove or rename one of the two.")
      }
      keys[path, default: []].append(key)
      try scan(&scanner, at: path.key(key), depth: depth + 1)
    }
  }
}
