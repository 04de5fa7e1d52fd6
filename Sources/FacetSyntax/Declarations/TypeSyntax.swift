/// A type as it is written, taken apart.
package indirect enum TypeSyntax: Equatable, Sendable {
  package struct Name: Equatable, Sendable {
    package var text: String
    package var arguments: [TypeSyntax] = []

    package init(text: String) { self.text = text }
  }

  case named([Name])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  case tuple([TypeSyntax])
  case composition([TypeSyntax])
  case metatype(TypeSyntax)
  /// A function type, by its text.
  case function(String)
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
  package var path: [String] {
    if case .named(let names) = self { names.map(\.text) } else { [] }
  }

  /// The generic arguments, or what is in the brackets or has the mark.
  package var parts: [TypeSyntax] {
    switch self {
    case .named(let names): names.flatMap(\.arguments)
    case .optional(let type), .array(let type), .metatype(let type): [type]
    case .dictionary(let key, let value): [key, value]
    case .tuple(let types), .composition(let types): types
    case .function, .unreadable: []
    }
  }

  /// Brackets and marks around the texts of the parts.
  package func text(of parts: [String]) -> String {
    switch self {
    case .named, .unreadable: ""
    case .optional: parts[0] + "?"
    case .array: "[\(parts[0])]"
    case .dictionary: "[\(parts[0]): \(parts[1])]"
    case .tuple: "(\(parts.joined(separator: ", ")))"
    case .composition: parts.joined(separator: " & ")
    case .metatype: "\(parts[0]).Type"
    case .function(let text): text
    }
  }

  /// The types that are joined by `&`; the type itself where it is one alone.
  package var composed: [TypeSyntax] {
    if case .composition(let types) = self { types } else { [self] }
  }

  /// The names that occur in the type.
  package var names: Set<String> { Set(path.prefix(1) + parts.flatMap(\.names)) }
}

extension DeclarationParser {
  private static let deepestType = 40

  fileprivate mutating func parseTypeSyntax(_ depth: Int = 0) -> TypeSyntax {
    let start = index
    var parts: [TypeSyntax] = []
    repeat {
      if !parts.isEmpty { index += 1 }
      skipTypePrefix()
      parts.append(parseSimpleType(depth))
      var marks = 0
      while index < end, marks < Self.deepestType {
        marks += Int(tokens[index].end - tokens[index].start)
        if isMark(index) {
          guard marks < Self.deepestType else { return .unreadable }
          for _ in tokens[index].start..<tokens[index].end { parts.append(.optional(parts.removeLast())) }
          index += 1
        } else if isMetatype(index) {
          parts.append(.metatype(parts.removeLast()))
          index += 2
        } else {
          break
        }
      }
    } while isOperator(index, "&")
    // What goes on behind a closed list is a function.
    let after = index
    skipEffects()
    guard index < end, tokens[index].kind == .arrow else {
      index = after
      return parts.count == 1 ? parts[0] : .composition(parts)
    }
    index += 1
    skipType()
    let text = file.text(Int(tokens[start].start), Int(tokens[index - 1].end))
    return .function(String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self))
  }

  private mutating func parseSimpleType(_ depth: Int) -> TypeSyntax {
    guard index < end, depth < Self.deepestType else { return .unreadable }
    switch tokens[index].kind {
    case .leftParenthesis:
      guard let elements = parseTypes(to: Int(tokens[index].match), depth) else { return .unreadable }
      return elements.count == 1 ? elements[0] : .tuple(elements)
    case .leftBracket:
      let close = Int(tokens[index].match)
      let isDictionary = (index..<close).contains { tokens[$0].kind == .colon }
      guard let elements = parseTypes(to: close, depth), elements.count == (isDictionary ? 2 : 1) else {
        return .unreadable
      }
      return isDictionary ? .dictionary(elements[0], elements[1]) : .array(elements[0])
    default: return isIdentifier(index) ? parseNames(depth) : .unreadable
    }
  }

  private mutating func parseNames(_ depth: Int) -> TypeSyntax {
    var names: [TypeSyntax.Name] = []
    while isIdentifier(index) {
      var name = TypeSyntax.Name(text: identifier(index))
      index += 1
      if index < end, tokens[index].kind == .lessThan {
        guard let next = indexAfterAngles(from: index), let types = parseTypes(to: next - 1, depth) else {
          return .unreadable
        }
        name.arguments = types
      }
      names.append(name)
      let isJoint = tokens[index].kind == .period || tokens[index].kind == .doubleColon
      guard isJoint, isIdentifier(index + 1), !isMetatype(index) else { break }
      index += 1
    }
    return .named(names)
  }

  /// Reads what a bracket holds, and moves behind its partner; `nil` where that is no list of types.
  private mutating func parseTypes(to close: Int, _ depth: Int) -> [TypeSyntax]? {
    let (outer, isTuple) = (end, tokens[index].kind == .leftParenthesis)
    end = min(close, end)
    defer { (index, end) = (close + 1, outer) }
    index += 1
    var result: [TypeSyntax] = []
    while index < end {
      // `name:` in front of the element of a tuple.
      for colon in [index + 1, index + 2] where isTuple && isIdentifier(colon - 1) {
        if colon < end, tokens[colon].kind == .colon { index = colon + 1 }
      }
      result.append(parseTypeSyntax(depth + 1))
      guard index >= end || tokens[index].kind == .comma || tokens[index].kind == .colon else { return nil }
      index += 1
    }
    return result
  }

  private func isMetatype(_ index: Int) -> Bool {
    index + 1 < end && tokens[index].kind == .period
      && (tokenIs(index + 1, "Type") || tokenIs(index + 1, "Protocol"))
  }
}
