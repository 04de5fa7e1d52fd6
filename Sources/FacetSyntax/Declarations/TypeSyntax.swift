/// A type as it is written, taken apart.
package indirect enum TypeSyntax: Equatable, Sendable {
  package struct Name: Equatable, Sendable {
    package var text: String
    package var arguments: [TypeSyntax] = []

    package init(text: String, arguments: [TypeSyntax] = []) {
      (self.text, self.arguments) = (text, arguments)
    }
  }

  case named([Name])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  /// Elements with their names, which are empty for those that have none.
  case tuple([TypeSyntax], labels: [String])
  case composition([TypeSyntax])
  case metatype(TypeSyntax)
  /// A function type: its attributes, what it takes, `async` and `throws`, and what it gives.
  case function(attributes: String, TypeSyntax, effects: String, TypeSyntax)
  case unreadable

  package init(_ text: String) {
    // Most types are a single name.
    if let first = text.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z"),
      text.utf8.allSatisfy(CharacterClass.isOfName)
    {
      self = .named([Name(text: text)])
      return
    }
    var parser = DeclarationParser(TokenBuffer(SourceFile(path: "", text: text)))
    let type = parser.parseTypeSyntax()
    self = parser.index == parser.end ? type : .unreadable
  }

  /// The names that are joined by dots; empty for what is no name.
  package var path: [String] { if case .named(let names) = self { names.map(\.text) } else { [] } }

  /// The generic arguments, or what is in the brackets or has the mark.
  package var parts: [TypeSyntax] {
    switch self {
    case .named(let names): names.flatMap(\.arguments)
    case .optional(let type), .array(let type), .metatype(let type): [type]
    case .dictionary(let key, let value): [key, value]
    case .tuple(let types, _), .composition(let types): types
    case .function(_, let taken, _, let result): [taken, result]
    case .unreadable: []
    }
  }

  /// Brackets and marks around the texts of the parts.
  package func text(of parts: [String]) -> String {
    switch self {
    case .named, .unreadable: ""
    case .optional: parts[0].utf8.contains(0x20) ? "(\(parts[0]))?" : parts[0] + "?"
    case .array: "[\(parts[0])]"
    case .dictionary: "[\(parts[0]): \(parts[1])]"
    case .tuple(let types, _) where types.isEmpty: "Void"
    case .tuple(_, let labels):
      "(\(zip(labels, parts).map { $0.isEmpty ? $1 : "\($0): \($1)" }.joined(separator: ", ")))"
    case .composition: parts.joined(separator: " & ")
    case .metatype: "\(parts[0]).Type"
    case .function(let attributes, let taken, let effects, _):
      attributes + (taken.takesNothing ? "()" : taken.isTuple ? parts[0] : "(\(parts[0]))") + effects + " -> "
        + parts[1]
    }
  }

  package var isFunction: Bool { if case .function = self { true } else { false } }

  package var isTuple: Bool { if case .tuple = self { true } else { false } }

  private var takesNothing: Bool { if case .tuple(let types, _) = self { types.isEmpty } else { false } }

  /// The types that are joined by `&`; the type itself where it is one alone.
  package var composed: [TypeSyntax] { if case .composition(let types) = self { types } else { [self] } }

  /// The names that occur in the type.
  package var names: Set<String> { Set(path.prefix(1) + parts.flatMap(\.names)) }
}
