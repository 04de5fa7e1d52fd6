import FacetSyntax

// MARK: - What expressions are

extension FileReader {
  /// Nobody asks what stands deeper inside an expression; calls there are read by themselves.
  private static let deepestExpression = 30

  func expression(_ node: BodySyntax) -> Expression {
    guard depth < Self.deepestExpression else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    switch node.kind {
    case .chain: return expression(node.children[...], of: node)
    case .closure:
      readClosure(node, isWanted: true)
      return node.closure.map { .closure($0) } ?? .unknown
    case .sequence: break
    default: return .unknown
    }
    var parts = node.children[...]
    while let first = parts.first, isWord(first.start, "try") || isWord(first.start, "await") {
      parts.removeFirst()
    }
    guard let first = parts.first, let last = parts.last else { return .unknown }
    if isWord(first.start, "repeat") { return .pack }
    if last.kind == .cast, isWord(last.start, "as") {
      guard last.end == node.end, last.end > last.type else { return .unknown }
      return .cast(text(from: last.type, to: last.end) + (isWord(last.type - 1, "?") ? "?" : ""))
    }
    guard last.end == node.end, last.kind == .chain else { return .unknown }
    if parts.count == 1 { return expression(last) }
    // What any other operator makes of a number is not known.
    let isNumber = last.children.count == 1 && kind(last.start) == .number
    return parts.count == 2 && isNumber && (isWord(first.start, "-") || isWord(first.start, "+"))
      ? expression(last) : .unknown
  }

  /// What some parts of a chain are.
  func expression(_ parts: ArraySlice<BodySyntax>, of chain: BodySyntax) -> Expression {
    guard let last = parts.last else { return .unknown }
    if last.kind == .mark {
      let value = expression(parts.dropLast(), of: chain)
      return tokens.text(last.start).hasSuffix("!") ? .forced(value) : value
    }
    if parts.count == 1, last.kind != .name { return single(last) }
    if last.kind == .name, isWord(last.start, "self"), last.start > chain.start + 1 {
      return metatype(from: chain.start, to: last.start - 1)
    }
    var names: [String] = kind(chain.start) == .period ? [""] : []
    var isSpecialized = false
    for (index, part) in parts.enumerated() {
      switch part.kind {
      case .name:
        names.append(tokens.identifier(part.start))
        if part.end > part.start + 1 { isSpecialized = true }
      case .mark where index + 1 < parts.count && parts[index + 1].kind == .name: break
      case .call where index > 0: return self.call(part, behind: index, in: parts, of: chain)
      default: return .unknown
      }
    }
    if isSpecialized { return .specialized(text(from: chain.start, to: last.end)) }
    if names.count == 1 {
      switch names[0] {
      case "true", "false": return .literal("Bool")
      case "nil": return .none
      default: break
      }
    }
    return .member(names)
  }

  private func call(
    _ call: BodySyntax, behind index: Int, in parts: ArraySlice<BodySyntax>, of chain: BodySyntax
  ) -> Expression {
    let callee = text(from: chain.start, to: call.start)
    if index + 1 < parts.count {
      let next = parts[index + 1].kind
      return next == .name || next == .mark ? .chain(callee) : .unknown
    }
    if kind(call.start) == .leftParenthesis, match(call.start) + 1 == call.end {
      if let labels = referenceLabels(inside: call.start) { return .reference(callee, labels: labels) }
      let name = parts[index - 1].start
      let asks =
        isWord(name, "resolve") || isWord(name, "require") || isWord(name, "resolveAsync")
        || isWord(name, "requireAsync")
      if asks, let first = call.children.first, let type = expression(first).metatype { return .cast(type) }
    }
    return .call(callee, labels: labels(of: call))
  }

  /// The labels between parentheses that hold nothing else: `(a:_:)`.
  private func referenceLabels(inside open: Int) -> [String?]? {
    let close = match(open)
    var result: [String?] = []
    var index = open + 1
    while index < close {
      guard isIdentifier(index), kind(index + 1) == .colon else { return nil }
      result.append(isWord(index, "_") ? nil : tokens.identifier(index))
      index += 2
    }
    return result.isEmpty ? nil : result
  }

  private func single(_ part: BodySyntax) -> Expression {
    switch part.kind {
    case .literal:
      let text = tokens.text(part.start)
      if kind(part.start) == .string {
        // A string without interpolation; one in several lines is not looked into.
        guard text.utf8.count >= 2, text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\")
        else { return .unknown }
        return .string(String(text.dropFirst().dropLast()))
      }
      guard kind(part.start) == .number else { return .unknown }
      // `e` is a digit of a hexadecimal number, whose exponent begins with `p`.
      let exponent: Character = text.hasPrefix("0x") ? "p" : "e"
      return text.contains { $0 == "." || $0.lowercased() == String(exponent) }
        ? .literal("Double") : .literal("Int")
    case .closure: return expression(part)
    case .parentheses: return part.children.count == 1 ? expression(part.children[0]) : .unknown
    default: return .unknown
    }
  }

  private func metatype(from start: Int, to end: Int) -> Expression {
    parse(from: start, to: end)
    parser.skipType()
    // `type(of: x).self` is no type that can be read.
    guard parser.index >= end, !(isIdentifier(start) && kind(start + 1) == .leftParenthesis) else {
      return .unknown
    }
    return .metatype(text(from: start, to: end))
  }

  /// Whether nothing in the parentheses of an expression is a variable, a type or a closure.
  func hasPlainArguments(_ node: BodySyntax) -> Bool {
    var depth = 0
    for index in node.start..<max(node.start, node.end) {
      switch kind(index) {
      case .leftBrace: return false
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .identifier, .escapedIdentifier:
        guard depth > 0, kind(index + 1) != .colon, kind(index - 1) != .period else { break }
        if !["true", "false", "nil"].contains(tokens.text(index)) { return false }
      default: break
      }
    }
    return true
  }

  /// The token that begins at a byte offset.
  func tokenIndex(atOffset offset: Int) -> Int {
    max(0, Order.first(tokens.count) { Int(tokens[$0].start) > offset } - 1)
  }
}
