// MARK: - What begins a declaration

extension DeclarationParser {
  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "class", "final", "override",
    "mutating", "nonmutating", "lazy", "weak", "unowned", "required", "convenience", "dynamic", "optional",
    "indirect", "infix", "prefix", "postfix", "isolated", "nonisolated", "consuming", "borrowing",
    "distributed", "__consuming", "_const", "_resultDependsOnSelf", "_local", "sending",
  ]

  private static let introducers: [String: Declaration.Kind] = [
    "struct": .struct, "class": .class, "enum": .enum, "actor": .actor, "protocol": .protocol,
    "extension": .extension, "func": .func, "init": .`init`, "deinit": .deinit, "subscript": .subscript,
    "var": .variable, "let": .variable, "typealias": .typealias, "associatedtype": .associatedtype,
    "case": .case, "import": .import,
  ]

  /// The kind of declaration that the word at `index` introduces, if it does.
  func introducer(at index: Int) -> Declaration.Kind? {
    guard index < end, tokens[index].kind == .identifier else { return nil }
    let length = tokens[index].end - tokens[index].start
    guard length >= 3, length <= 14, let kind = Self.introducers[text(index)] else { return nil }
    switch kind {
    case .actor: return isIdentifier(index + 1) && !tokens[index + 1].startsLine ? kind : nil
    case .case: return enclosing == .enum || enclosing == .extension ? kind : nil
    case .`init`, .deinit, .subscript: return enclosing == nil ? nil : kind
    default: return kind
    }
  }

  /// Whether the word at `index` is a modifier of the declaration that follows.
  func isModifier(at index: Int) -> Bool {
    guard index < end, tokens[index].kind == .identifier, Self.modifiers.contains(text(index)) else {
      return false
    }
    var next = index + 1
    if tokens[next].kind == .leftParenthesis, isJoined(next) { next = Int(tokens[next].match) + 1 }
    guard tokenIs(index, "class") else {
      return tokens[next].kind == .at || tokens[next].kind == .poundIdentifier
        || tokens[next].kind == .identifier
    }
    // `class func` and `class override func` against `class override: Base`.
    guard next < end, tokens[next].kind == .identifier else { return false }
    if introducer(at: next) != nil, !tokenIs(next, "actor") { return true }
    return isModifier(at: next) && !tokenIs(next, "class")
  }

  /// Reads everything in front of the introducing word.
  mutating func parseAttributesAndModifiers(into declaration: Declaration) {
    while index < end {
      if tokens[index].kind == .at {
        declaration.attributes.append(parseAttribute())
      } else if isModifier(at: index) {
        let name = text(index)
        index += 1
        let detail = isJoined(index) ? parseParentheses() : nil
        declaration.modifiers.append(name + (detail.map { "(\($0))" } ?? ""))
      } else if !declaration.attributes.isEmpty, isConditionalDirective(),
        tokenIs(index, "#if") || !branches.isEmpty
      {
        // Behind attributes, a condition stands around further ones.
        _ = parseDirective()
      } else {
        return
      }
    }
  }

  /// Reads `@Name`, `@Module.Name<T>`, `@name(arguments)`.
  mutating func parseAttribute() -> Attribute {
    var attribute = Attribute(name: "", arguments: nil, offset: Int(tokens[index].start))
    index += 1
    while isIdentifier(index) {
      attribute.name += identifier(index)
      index += 1
      if tokens[index].kind == .lessThan, isJoined(index) { index = indexAfterAngles(from: index) ?? index }
      guard tokens[index].kind == .period || tokens[index].kind == .doubleColon, isJoined(index) else {
        break
      }
      attribute.name += "."
      index += 1
    }
    if tokens[index].kind == .leftParenthesis, isJoined(index), index < end {
      attribute.open = index
      attribute.arguments = parseParentheses()
    }
    return attribute
  }
}
