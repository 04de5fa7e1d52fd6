import FacetSyntax

/// The names in generated code.
enum GeneratedName {
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows",
    "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default",
    "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw",
    "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true",
    "try", "_",
  ]

  /// The name of a local constant for a key, in lower camel case: `URLSession` becomes `urlSession`.
  static func local(for key: String) -> String { escaped(lowered(key)) }

  static func lowered(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let capitals = bytes.prefix { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }.count
    let startsWord = capitals > 1 && capitals < bytes.count && (bytes[capitals] | 0x20) >= UInt8(ascii: "a")
    let changed = startsWord ? capitals - 1 : capitals
    let lowered = bytes.enumerated().map { $0.offset < changed ? $0.element | 0x20 : $0.element }
    return String(decoding: lowered, as: UTF8.self)
  }

  /// The name with backticks where the language asks for them.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The name of a function or property behind a dot, where most keywords may stand as they are.
  static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol", "Self"].contains(name) || !isPlain(name) ? "`\(name)`" : name
  }

  /// The name of a type behind a dot.
  static func typeMember(_ name: String) -> String {
    ["Type", "Protocol"].contains(name) ? "`\(name)`" : escaped(name)
  }

  /// A key as the members of its resolver write it.
  static func key(_ name: String) -> String { "Key.\(typeMember(name))" }

  /// The label of an argument, which may be any keyword but one.
  static func label(_ name: String) -> String { name == "inout" || !isPlain(name) ? "`\(name)`" : name }

  /// The full name of a type.
  static func path(_ path: String) -> String {
    let parts = path.split(separator: ".").map(String.init)
    return (parts.prefix(1).map(escaped) + parts.dropFirst().map(typeMember)).joined(separator: ".")
  }

  /// Raw identifiers may hold spaces and signs, and begin with a digit; where none is needed, backticks are a warning.
  private static func isPlain(_ name: String) -> Bool {
    let tokens = TokenBuffer(SourceFile(path: "", text: name))
    return tokens[0].kind == .identifier && tokens.text(0) == name && !name.contains(where: \.isWhitespace)
  }
}

extension TypeSyntax {
  /// The type as generated code writes it.
  var spelling: String {
    guard case .named(let names) = self else { return text(of: parts.map(\.spelling)) }
    return names.enumerated().map { number, name in
      let arguments = name.arguments.map(\.spelling).joined(separator: ", ")
      let plain = number == 0 ? GeneratedName.escaped(name.text) : GeneratedName.typeMember(name.text)
      return name.arguments.isEmpty ? plain : "\(plain)<\(arguments)>"
    }.joined(separator: ".")
  }
}

/// The local constants of one `resolve()`: every name once.
struct LocalNames {
  private var taken: Set<String> = ["self"]
  private var names: [String: String] = [:]

  init(_ plan: ResolutionPlan) {
    for step in plan.steps {
      let base = step.isOnDemand ? "lazy" + Self.capitalized(step.key) : GeneratedName.lowered(step.key)
      var name = base
      var number = 2
      while !taken.insert(name).inserted {
        name = base + String(number)
        number += 1
      }
      names[step.key] = GeneratedName.escaped(name)
    }
  }

  subscript(key: String) -> String { names[key] ?? GeneratedName.local(for: key) }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
