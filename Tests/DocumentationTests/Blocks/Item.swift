/// A declaration or a statement of a block, with all its lines.
struct Item: Sendable {
  private(set) var lines: [Line]

  /// Whether it stands outside of the statements: an import, a type, an extension or a function.
  var isDeclaration: Bool {
    let kinds: Set = [
      "import", "extension", "protocol", "struct", "class", "enum", "actor", "typealias", "func",
    ]
    return kinds.contains(String(code.prefix { $0.isLetter }))
  }

  /// The items of a block.
  ///
  /// One begins at each line that is not indented, and does not go on with the one before.
  static func all(of block: Block) -> [Item] {
    var items: [Item] = []
    let marks = block.isManifest ? " })]" : " })]."
    for line in block.lines {
      let goesOn = line.text.isEmpty || marks.contains(line.text.first!)
      if let last = items.last, goesOn || last.code.isEmpty {
        items[items.count - 1].lines.append(line)
      } else {
        items.append(Item(lines: [line]))
      }
    }
    return items
  }

  // MARK: -

  /// Its text without comments, attributes and modifiers at its beginning.
  private var code: Substring {
    var rest = lines.map(\.text).filter { !$0.hasPrefix("//") }.joined(separator: "\n")[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      let word = rest.prefix { $0.isLetter || $0 == "@" }
      if word.hasPrefix("@") {
        rest = rest.dropFirst(word.count)
        if rest.first == "(" { rest = Self.afterParentheses(rest) }
      } else if ["public", "private", "final", "nonisolated", "override"].contains(word) {
        rest = rest.dropFirst(word.count)
      } else {
        return rest
      }
    }
  }

  private static func afterParentheses(_ text: Substring) -> Substring {
    var depth = 0
    for (index, character) in zip(text.indices, text) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return text[text.index(after: index)...] }
    }
    return ""
  }
}
