/// Writes optionals, arrays and dictionaries as their authors do: `String?`, `[Plugin]`, `[String: Plugin]`.
enum ShortType {
  static func name(_ text: String) -> String {
    guard text.contains("<") else { return text }
    var (result, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "<") {
      let word = rest[..<start].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        .count
      let generic = rest[rest.index(start, offsetBy: -word)..<start]
      guard let end = end(of: rest[start...]) else { break }
      let arguments = parts(of: rest[rest.index(after: start)..<end])
      let alias = alias(String(generic))
      let written = alias == generic ? arguments : [arguments[0]] + types(arguments[arguments.count - 1])
      result += rest[..<generic.startIndex] + short(alias, written.map(name))
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func short(_ generic: String, _ arguments: [String]) -> String {
    switch (generic.hasPrefix("Swift.") ? String(generic.dropFirst(6)) : generic, arguments.count) {
    case ("Optional", 1): isSimple(arguments[0]) ? "\(arguments[0])?" : "(\(arguments[0]))?"
    case ("Array", 1): "[\(arguments[0])]"
    case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
    default: "\(generic)<\(arguments.joined(separator: ", "))>"
    }
  }
  /// The name in code of a class that stands behind an alias.
  static func alias(_ generic: String) -> String {
    switch generic {
    case "ServiceProvider": "Provider"
    case "Facet.ServiceProvider": "Facet.Provider"
    case "AsyncServiceProvider": "AsyncProvider"
    case "Facet.AsyncServiceProvider": "Facet.AsyncProvider"
    default: generic
    }
  }
  /// The types of a provider's arguments: `(ArgumentType<Int>, ArgumentType<String>)`.
  private static func types(_ list: String) -> [String] {
    let isTuple = list.hasPrefix("(")
    return parts(of: isTuple ? list.dropFirst().dropLast() : list[...]).filter { !$0.isEmpty }.map {
      String($0.drop { $0 != "<" }.dropFirst().dropLast())
    }
  }
  /// Whether `?` belongs to all of it.
  private static func isSimple(_ text: String) -> Bool {
    !text.hasPrefix("any ") && !text.hasPrefix("some ") && !text.contains(part: "->") && !text.contains("&")
  }

  /// The place of the bracket that ends the one at the start.
  private static func end(of text: Substring) -> String.Index? {
    var (depth, last) = (0, Character(" "))
    for place in text.indices {
      if text[place] == "<" { depth += 1 }
      if text[place] == ">", last != "-" { depth -= 1 }
      if depth == 0 { return place }
      last = text[place]
    }
    return nil
  }
  /// The generic arguments between two brackets.
  private static func parts(of text: Substring) -> [String] {
    var (parts, depth, last) = ([""], 0, Character(" "))
    for character in text {
      if "<([".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && last != "-" { depth -= 1 }
      last = character
      if depth == 0, character == "," { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }
}
