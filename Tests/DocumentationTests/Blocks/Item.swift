import Foundation

/// A declaration or a statement of a block, with all its lines.
struct Item: Sendable {
  var lines: [Line]

  /// Whether it stands outside of the statements: an import, a type, an extension or a function.
  var isDeclaration: Bool {
    let words: Set = [
      "import", "extension", "protocol", "struct", "class", "enum", "actor", "typealias", "func",
    ]
    return words.contains(firstWord)
  }

  /// The items of a block.
  ///
  /// One begins at each line that is not indented, and does not go on with the one before.
  static func all(of block: Block) -> [Item] {
    var items: [Item] = []
    let marks = block.isManifest ? " })]" : " })]."
    for line in block.lines {
      let goesOn = line.text.isEmpty || marks.contains(line.text.first!)
      if let last = items.last, goesOn || last.firstWord.isEmpty {
        items[items.count - 1].lines.append(line)
      } else {
        items.append(Item(lines: [line]))
      }
    }
    return items
  }

  /// The word that says what it is; empty if there are only attributes and comments.
  private var firstWord: String {
    var rest = lines.map(\.text).filter { !$0.hasPrefix("//") }.joined(separator: "\n")[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      let word = rest.prefix { $0.isLetter || $0 == "@" || $0 == "_" }
      rest = rest.dropFirst(word.count)
      if word.hasPrefix("@") {
        if rest.first == "(" { rest = Self.afterParentheses(rest) }
      } else if !["public", "private", "final", "nonisolated", "override"].contains(word) {
        return word.isEmpty ? String(rest.prefix(1)) : String(word)
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
