/// Takes the text of a type apart, with an eye on brackets and on names in backticks.
enum TypeText {
  /// The parts between the separators that stand outside of brackets and backticks.
  static func split(_ text: some StringProtocol, at separators: Set<Character>) -> [String] {
    // Most texts are one name.
    if text.utf8.allSatisfy({ $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }) {
      return text.isEmpty ? [] : [String(text)]
    }
    var parts = [""]
    var depth = 0
    var isRaw = false
    for character in text {
      if character == "`" { isRaw.toggle() }
      if !isRaw {
        switch character {
        case "(", "[", "<": depth += 1
        case ")", "]": depth -= 1
        case ">": if parts.last?.last != "-" { depth -= 1 }
        default: break
        }
      }
      if !isRaw, depth == 0, separators.contains(character) {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// The names in `Module.Outer.Inner`, without backticks unless a name would not be one without them.
  static func components(_ text: some StringProtocol) -> [String] {
    split(text, at: [".", ":"]).map { part in name(trimmed(part)) }
  }

  /// The name without its backticks, except where it holds what separates names.
  static func name(_ text: String) -> String {
    guard text.first == "`", text.last == "`", text.count > 2 else { return text }
    let bare = String(text.dropFirst().dropLast())
    return bare.contains(where: { ".:<>()[]&,".contains($0) }) ? text : bare
  }

  /// The type in front of generic arguments, and the arguments; `nil` where there are none.
  static func generic(_ text: String) -> (base: String, arguments: [String])? {
    guard text.last == ">", text.first != "(", text.first != "[" else { return nil }
    var isRaw = false
    for index in text.indices {
      if text[index] == "`" { isRaw.toggle() }
      guard !isRaw, text[index] == "<" else { continue }
      let arguments = text[text.index(after: index)...].dropLast()
      return (trimmed(String(text[..<index])), split(arguments, at: [","]).map(trimmed))
    }
    return nil
  }

  /// The type without parentheses that only group.
  static func withoutParentheses(_ text: String) -> String {
    var text = trimmed(text)
    while text.first == "(", text.last == ")" {
      let inner = trimmed(String(text.dropFirst().dropLast()))
      // `(A) -> (B)` begins and ends so too, and `(A, B)` is a tuple.
      guard !inner.isEmpty, isBalanced(inner), split(inner, at: [",", ":"]).count == 1 else { return text }
      text = inner
    }
    return text
  }

  /// The words in front of a type, such as `borrowing` and `@escaping`, and the type.
  static func specifiers(_ text: String) -> (words: [String], type: String) {
    var words = split(text, at: [" "])
    var front: [String] = []
    while words.count > 1, isSpecifier(words[0]) { front.append(words.removeFirst()) }
    return (front, words.joined(separator: " "))
  }

  private static func isSpecifier(_ word: String) -> Bool {
    switch word {
    case "borrowing", "consuming", "sending", "__owned", "__shared", "inout", "isolated", "nonisolated",
      "_const":
      true
    default: word.first == "@" && !word.contains("(")
    }
  }

  private static func isBalanced(_ text: String) -> Bool {
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
