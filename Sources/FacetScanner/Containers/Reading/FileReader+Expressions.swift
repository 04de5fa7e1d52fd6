// MARK: - Expressions

extension FileReader {
  /// Nobody asks what stands deeper inside an expression; calls there are read by themselves.
  private static let deepestExpression = 30

  /// No longer list of assemblies or dependencies is written.
  private static let longestList = 2_000

  /// What stands between two tokens, the second of them left out.
  mutating func expression(from start: Int, to end: Int) -> Expression {
    guard expressionDepth < Self.deepestExpression else { return .unknown }
    expressionDepth += 1
    defer { expressionDepth -= 1 }
    return readExpression(from: start, to: end)
  }

  private mutating func readExpression(from start: Int, to end: Int) -> Expression {
    var (start, end) = (start, end)
    while start < end, nested.token(start, is: "try") || nested.token(start, is: "await") {
      start += 1
      if nested.isPostfixMark(start) { start += 1 }
    }
    if nested.token(start, is: "repeat") { return .pack }
    if let cast = castType(from: start, to: end) { return .cast(cast) }
    if end - 1 > start, nested.isPostfixMark(end - 1) {
      let isForced = nested.text(end - 1).hasSuffix("!")
      let value = expression(from: start, to: end - 1)
      return isForced ? .forced(value) : value
    }
    guard start < end else { return .unknown }
    if end - start == 1 { return single(start) }
    if nested.kind(start) == .leftParenthesis, nested.match(start) == end - 1 {
      return expression(from: start + 1, to: end - 1)
    }
    if nested.kind(start) == .leftBrace, nested.match(start) == end - 1 { return closure(start) }
    if nested.kind(start) == .leftBracket, nested.match(start) == end - 1, end - start < Self.longestList {
      let elements = arguments(inside: start)
      return elements.contains { $0.label != nil } ? .unknown : .list(elements.map(\.value))
    }
    // What any other operator makes of a number is not known.
    if nested.token(start, is: "-") || nested.token(start, is: "+"), end - start == 2,
      nested.kind(start + 1) == .number
    {
      return single(start + 1)
    }
    if nested.token(end - 1, is: "self"), nested.kind(end - 2) == .period, end - start > 2 {
      return metatype(from: start, to: end - 2)
    }
    return path(from: start, to: end)
  }

  /// The arguments between the parenthesis at `open` and its partner.
  mutating func arguments(inside open: Int) -> [CallArgument] {
    let close = nested.match(open)
    var result: [CallArgument] = []
    var index = open + 1
    while index < close {
      let start = index
      var parser = nested.parser(from: index, to: close)
      while parser.index < close, nested.kind(parser.index) != .comma { parser.skipExpressionToken() }
      index = parser.index
      let isLabeled = nested.isIdentifier(start) && nested.kind(start + 1) == .colon && index > start + 2
      let value = expression(from: isLabeled ? start + 2 : start, to: index)
      result.append(CallArgument(label: isLabeled ? nested.identifier(start) : nil, value: value))
      index += 1
    }
    return result
  }

  /// The labels of the arguments, without a look at their values.
  func labels(inside open: Int) -> [(label: String?, start: Int)] {
    let close = nested.match(open)
    var result: [(label: String?, start: Int)] = []
    var index = open + 1
    while index < close {
      let isLabeled = nested.isIdentifier(index) && nested.kind(index + 1) == .colon
      result.append((isLabeled ? nested.identifier(index) : nil, index))
      var parser = nested.parser(from: index, to: close)
      while parser.index < close, nested.kind(parser.index) != .comma { parser.skipExpressionToken() }
      index = parser.index + 1
    }
    return result
  }

  private func single(_ index: Int) -> Expression {
    switch nested.kind(index) {
    case .string: return literal(index)
    case .number:
      let text = nested.text(index)
      // `e` is a digit of a hexadecimal number, whose exponent begins with `p`.
      let exponent: Set<Character> = text.hasPrefix("0x") ? ["p", "P"] : ["e", "E"]
      return text.contains { $0 == "." || exponent.contains($0) } ? .floatingPoint : .integer
    case .identifier, .escapedIdentifier:
      switch nested.text(index) {
      case "true", "false": return .boolean
      case "nil": return .none
      default: return .member([nested.identifier(index)])
      }
    default: return .unknown
    }
  }

  /// A string without interpolation; one in several lines is not looked into.
  private func literal(_ index: Int) -> Expression {
    let text = nested.text(index)
    guard text.utf8.count >= 2, text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\") else {
      return .unknown
    }
    return .string(String(text.dropFirst().dropLast()))
  }

  private func castType(from start: Int, to end: Int) -> String? {
    var parser = nested.parser(from: start, to: end)
    var found: Int?
    while parser.index < end {
      if parser.index > start, nested.token(parser.index, is: "as") { found = parser.index }
      parser.skipExpressionToken()
    }
    guard let found else { return nil }
    let mark = nested.isPostfixMark(found + 1) ? nested.text(found + 1) : ""
    let first = found + 1 + (mark.isEmpty ? 0 : 1)
    var types = nested.parser(from: first, to: end)
    types.skipType()
    guard types.index >= end, first < end else { return nil }
    return nested.text(from: first, to: end) + (mark == "?" ? "?" : "")
  }

  private func metatype(from start: Int, to end: Int) -> Expression {
    var parser = nested.parser(from: start, to: end)
    parser.skipType()
    // `type(of: x).self` is no type that can be read.
    guard parser.index >= end, !(nested.isIdentifier(start) && nested.kind(start + 1) == .leftParenthesis)
    else {
      return .unknown
    }
    return .metatype(nested.text(from: start, to: end))
  }

  /// Names joined by dots, or a call of such.
  private mutating func path(from start: Int, to end: Int) -> Expression {
    var names: [String] = nested.kind(start) == .period ? [""] : []
    var index = nested.kind(start) == .period ? start + 1 : start
    var hasGenerics = false
    while index < end {
      guard nested.isIdentifier(index) else { return .unknown }
      names.append(nested.identifier(index))
      index += 1
      if index < end, nested.kind(index) == .lessThan, nested.isJoined(index) {
        var parser = nested.parser(from: index - 1, to: end)
        parser.skipExpressionToken()
        guard parser.index > index else { return .unknown }
        index = parser.index
        hasGenerics = true
      }
      if index < end, nested.isPostfixMark(index), nested.kind(index + 1) == .period { index += 1 }
      guard index < end, nested.kind(index) == .period else { break }
      index += 1
    }
    if index >= end { return hasGenerics ? .specialized(nested.text(from: start, to: end)) : .member(names) }
    return call(from: start, at: index, to: end)
  }

  private mutating func call(from start: Int, at index: Int, to end: Int) -> Expression {
    var index = index
    let callee = nested.text(from: start, to: index)
    var labels: [String?] = []
    if nested.kind(index) == .leftParenthesis {
      if let names = referenceLabels(inside: index), nested.match(index) == end - 1 {
        return .reference(callee, labels: names)
      }
      labels = self.labels(inside: index).map(\.label)
      let asks = ["resolve", "require", "resolveAsync", "requireAsync"].contains {
        nested.token(index - 1, is: $0)
      }
      if asks, nested.match(index) == end - 1, let type = arguments(inside: index).first?.value.metatype {
        return .cast(type)
      }
      index = nested.match(index) + 1
    }
    while index < end, nested.kind(index) == .leftBrace {
      labels.append("{")
      index = nested.match(index) + 1
      if index + 1 < end, nested.isIdentifier(index), nested.kind(index + 1) == .colon { index += 2 }
    }
    if index >= end { return .call(callee, labels: labels) }
    return .unknown
  }

  /// The labels between parentheses that hold nothing else: `(a:_:)`.
  private func referenceLabels(inside open: Int) -> [String?]? {
    let close = nested.match(open)
    var result: [String?] = []
    var index = open + 1
    while index < close {
      guard nested.isIdentifier(index), nested.kind(index + 1) == .colon else { return nil }
      result.append(nested.token(index, is: "_") ? nil : nested.identifier(index))
      index += 2
    }
    return result.isEmpty ? nil : result
  }
}
