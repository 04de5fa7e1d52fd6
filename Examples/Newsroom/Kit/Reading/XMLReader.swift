/// Reads as much of XML as feeds use: elements, attributes, text, CDATA, the usual entities.
///
/// Comments, processing instructions and a document type are passed over. It opens no other file.
struct XMLReader {
  private let source: SourceText
  private var index = 0
  private var depth = 0

  /// Reads a document, and gives its root.
  static func root(of source: SourceText) throws(FeedProblem) -> XMLElement {
    var reader = XMLReader(source: source)
    try reader.skipMiscellany()
    guard reader.starts(with: "<") else { throw reader.problem("an element should begin here") }
    let root = try reader.element()
    try reader.skipMiscellany()
    guard reader.isAtEnd else { throw reader.problem("something follows the end of '<\(root.name)>'") }
    return root
  }

  private init(source: SourceText) {
    self.source = source
  }

  // MARK: - Elements

  private mutating func element() throws(FeedProblem) -> XMLElement {
    let start = index
    index += 1
    var element = XMLElement(
      name: try name("an element"), attributes: [:], position: source.position(of: start))
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw source.problem("elements are nested more than 100 deep", at: start) }
    while true {
      skipSpaces()
      if skip("/>") { return element }
      if skip(">") { break }
      try attribute(of: &element, from: start)
    }
    try content(of: &element, from: start)
    return element
  }

  private mutating func attribute(of element: inout XMLElement, from start: Int) throws(FeedProblem) {
    guard !isAtEnd else { throw source.problem("'<\(element.name)' does not end", at: start) }
    let name = try name("an attribute")
    skipSpaces()
    guard skip("=") else { throw problem("'=' should follow the attribute '\(name)'") }
    skipSpaces()
    guard let quote = peek, quote == "\"" || quote == "'" else {
      throw problem("the value of '\(name)' should begin with a quote")
    }
    index += 1
    let valueStart = index
    var value = ""
    while let scalar = peek, scalar != quote {
      if scalar == "<" { throw problem("'<' stands in the value of '\(name)'") }
      value.unicodeScalars.append(try character())
    }
    guard !isAtEnd else { throw source.problem("the value of '\(name)' does not end", at: valueStart) }
    index += 1
    element.attributes[name] = value
  }

  private mutating func content(of element: inout XMLElement, from start: Int) throws(FeedProblem) {
    var text = ""
    while true {
      if isAtEnd { throw source.problem("'<\(element.name)>' is not closed", at: start) }
      if starts(with: "</") {
        try endTag(of: element.name, from: start)
        element.text = text.trimmed
        return
      }
      if starts(with: "<![CDATA[") {
        text += try section("<![CDATA[", "]]>")
      } else if starts(with: "<!--") {
        _ = try section("<!--", "-->")
      } else if starts(with: "<?") {
        _ = try section("<?", "?>")
      } else if starts(with: "<") {
        element.children.append(try self.element())
      } else {
        text.unicodeScalars.append(try character())
      }
    }
  }

  private mutating func endTag(of name: String, from start: Int) throws(FeedProblem) {
    let tagStart = index
    index += 2
    let other = try self.name("an end tag")
    guard other == name else {
      throw source.problem(
        "'</\(other)>' closes '<\(name)>' of line \(source.position(of: start).line)", at: tagStart)
    }
    skipSpaces()
    guard skip(">") else { throw problem("'>' should end '</\(name)'") }
  }

  // MARK: - Parts

  private mutating func name(_ what: String) throws(FeedProblem) -> String {
    let start = index
    var name = ""
    while let scalar = peek,
      scalar.properties.isAlphabetic || "_:-.0123456789".unicodeScalars.contains(scalar)
    {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
      throw source.problem("the name of \(what) should stand here", at: start)
    }
    return name
  }

  /// The next character of a text, of which an entity may stand for one.
  private mutating func character() throws(FeedProblem) -> Unicode.Scalar {
    let scalar = source.scalars[index]
    guard scalar == "&" else {
      index += 1
      return scalar
    }
    let start = index
    let end = source.scalars[start...].prefix(12).firstIndex(of: ";")
    guard let end else { throw source.problem("'&' begins no entity; write '&amp;'", at: start) }
    var entity = ""
    entity.unicodeScalars.append(contentsOf: source.scalars[(start + 1)..<end])
    index = end + 1
    guard let meaning = XMLReader.meaning(of: entity) else {
      throw source.problem("the entity '&\(entity);' is unknown", at: start)
    }
    return meaning
  }

  private static func meaning(of entity: String) -> Unicode.Scalar? {
    if entity.hasPrefix("#x") { return UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) }
    if entity.hasPrefix("#") { return UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init) }
    let entities: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    return entities[entity]
  }

  /// The text between two marks.
  private mutating func section(_ mark: String, _ end: String) throws(FeedProblem) -> String {
    let start = index
    _ = skip(mark)
    var text = ""
    while !skip(end) {
      guard let scalar = peek else { throw source.problem("'\(mark)' is not closed by '\(end)'", at: start) }
      text.unicodeScalars.append(scalar)
      index += 1
    }
    return text
  }

  private mutating func skipMiscellany() throws(FeedProblem) {
    while true {
      skipSpaces()
      if starts(with: "<?") {
        _ = try section("<?", "?>")
      } else if starts(with: "<!--") {
        _ = try section("<!--", "-->")
      } else if starts(with: "<!DOCTYPE") {
        _ = try section("<!DOCTYPE", ">")
      } else {
        return
      }
    }
  }

  // MARK: - Scalars

  private var isAtEnd: Bool { index == source.scalars.count }

  private var peek: Unicode.Scalar? { isAtEnd ? nil : source.scalars[index] }

  private func starts(with text: String) -> Bool {
    source.scalars[index...].starts(with: text.unicodeScalars)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  private mutating func skipSpaces() {
    while let scalar = peek, scalar.isSpace { index += 1 }
  }

  private func problem(_ reason: String) -> FeedProblem { source.problem(reason, at: index) }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var rest = unicodeScalars[...]
    while rest.first?.isSpace == true { rest.removeFirst() }
    while rest.last?.isSpace == true { rest.removeLast() }
    return String(rest)
  }
}
