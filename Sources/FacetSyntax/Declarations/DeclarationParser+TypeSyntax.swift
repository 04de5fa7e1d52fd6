// MARK: - Types, taken apart

extension DeclarationParser {
  /// Reads a type; `depth` says how many brackets are around it.
  mutating func parseTypeSyntax(_ depth: Int = 0) -> TypeSyntax {
    var parts: [TypeSyntax] = []
    let start = index
    while index < end {
      skipTypePrefix()
      let prefix = index
      guard let type = parseMarked(depth) else { return .unreadable }
      if depth < Self.deepestType { parts.append(type) }
      if isOperator(index, "&") {
        index += 1
        continue
      }
      let after = index
      parseEffects()
      guard index < end, tokens[index].kind == .arrow else {
        index = after
        break
      }
      let effects = typeText(from: after, to: index)
      index += 1
      // What is nested too deeply is passed over without a call for each.
      guard depth < Self.deepestType else { continue }
      return .function(
        attributes: attributes(from: start, to: prefix), type, effects: effects.isEmpty ? "" : " " + effects,
        parseTypeSyntax(depth + 1))
    }
    return parts.count > 1 ? .composition(parts) : parts.first ?? .unreadable
  }

  /// The attributes in front of a function type that make it another type.
  private func attributes(from start: Int, to end: Int) -> String {
    var result = ""
    for index in start..<max(start, end) where tokens[index].kind == .at && isIdentifier(index + 1) {
      let name = identifier(index + 1)
      if name != "escaping", name != "autoclosure" { result += "@\(name) " }
    }
    return result
  }

  /// Reads a name or something in brackets, with the marks and members behind it; `nil` where neither is.
  private mutating func parseMarked(_ depth: Int) -> TypeSyntax? {
    guard var type = isIdentifier(index) ? parseNames(depth) : parseBrackets(depth) else { return nil }
    var marks = depth < Self.deepestType ? 0 : Self.deepestType
    while index < end {
      let length = Int(tokens[index].end - tokens[index].start)
      let isMetatype = isMetatype(index)
      if isMetatype || isMark(index) {
        marks += length
        if marks > Self.deepestType {
          type = .unreadable
        } else {
          for _ in 0..<length { type = isMetatype ? .metatype(type) : .optional(type) }
        }
        index += isMetatype ? 2 : 1
      } else if tokens[index].kind == .period || tokens[index].kind == .doubleColon, isIdentifier(index + 1) {
        // A member of brackets.
        index += 1
        _ = parseNames(Self.deepestType)
        type = .unreadable
      } else {
        break
      }
    }
    return type
  }

  private mutating func parseBrackets(_ depth: Int) -> TypeSyntax? {
    let isList = tokens[index].kind == .leftBracket
    guard isList || tokens[index].kind == .leftParenthesis, index < end else { return nil }
    let close = Int(tokens[index].match)
    guard depth < Self.deepestType else {
      index = close + 1
      return .unreadable
    }
    var labels: [String] = []
    guard let elements = parseTypes(to: close, depth, &labels) else { return .unreadable }
    if !isList { return elements.count == 1 ? elements[0] : .tuple(elements, labels: labels) }
    switch elements.count {
    case 1: return .array(elements[0])
    case 2: return .dictionary(elements[0], elements[1])
    default: return .unreadable
    }
  }

  private mutating func parseNames(_ depth: Int) -> TypeSyntax? {
    var names: [TypeSyntax.Name] = []
    var isReadable = depth < Self.deepestType
    while isIdentifier(index) {
      let first = index
      var arguments: [TypeSyntax]? = []
      index += 1
      if index < end, tokens[index].kind == .lessThan, let next = indexAfterAngles(from: index) {
        var labels: [String] = []
        if isReadable { arguments = parseTypes(to: next - 1, depth, &labels) }
        index = next
      }
      isReadable = isReadable && arguments != nil
      if isReadable { names.append(TypeSyntax.Name(text: identifier(first), arguments: arguments ?? [])) }
      let isJoint = tokens[index].kind == .period || tokens[index].kind == .doubleColon
      guard isJoint, isIdentifier(index + 1), !isMetatype(index) else { break }
      index += 1
    }
    return isReadable ? .named(names) : .unreadable
  }

  /// Reads what a bracket holds, and moves behind its partner; `nil` where that is no list of types.
  private mutating func parseTypes(to close: Int, _ depth: Int, _ labels: inout [String]) -> [TypeSyntax]? {
    let (outer, isTuple) = (end, tokens[index].kind == .leftParenthesis)
    end = min(close, end)
    defer { (index, end) = (close + 1, outer) }
    index += 1
    var result: [TypeSyntax] = []
    while index < end {
      // `name:` in front of the element of a tuple.
      labels.append("")
      for colon in [index + 1, index + 2] where isTuple && isIdentifier(colon - 1) {
        guard colon < end, tokens[colon].kind == .colon else { continue }
        if !tokenIs(index, "_") { labels[labels.count - 1] = identifier(index) }
        index = colon + 1
      }
      result.append(parseTypeSyntax(depth + 1))
      guard index >= end || tokens[index].kind == .comma || tokens[index].kind == .colon else { return nil }
      index += 1
    }
    return result
  }

  private func isMetatype(_ index: Int) -> Bool {
    index + 1 < end && tokens[index].kind == .period && tokenIs(index + 1, "Type", "Protocol")
  }
}
