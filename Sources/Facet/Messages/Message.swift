/// The text for a mistake: the error, the facts in columns, and the remedies.
///
/// The only writer of such texts. Errors differ only in the values that they pass.
struct Message {
  /// A sentence, and perhaps another one in its own paragraph.
  var headline: String
  /// The facts, a line each, with a label; an empty label continues the line before.
  var facts: [(label: String, text: String)] = []
  /// Several ways to fix it.
  var remedies: [String] = []
  /// The only way to fix it, as the end of a sentence.
  var remedy = "do one of:"

  var text: String {
    let width = facts.map(\.label.count).max() ?? 0
    let lines = facts.map { "  " + Message.column($0.label, width) + $0.text }
    let ways = remedies.map { "\n  • " + $0 }
    let parts = [
      headline, lines.joined(separator: "\n"), "To fix this, \(remedy)\(ways.joined())",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// A text as wide as its column, with room before the next one.
  static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width + 3 - text.count)
  }

  /// Replaces the placeholders of a template, such as `{service}`, by values; `nil` if one has no value.
  static func fill(_ template: Substring, _ value: (Substring) -> String?) -> String? {
    var (text, rest) = ("", template)
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...].dropFirst()
      let name = rest.prefix { $0.isLetter }
      guard rest[name.endIndex...].first == "}" else {
        text += "{"
        continue
      }
      guard let value = value(name) else { return nil }
      text += value
      rest = rest[name.endIndex...].dropFirst()
    }
    return text + rest
  }
}
