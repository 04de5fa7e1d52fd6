import FacetSyntax

// MARK: - Types of values

extension CallTypes {
  static let deepestValue = 12

  /// What is known of the type of a value.
  func read(_ value: Expression) -> TypeReading {
    guard depth < Self.deepestValue else { return .anything }
    switch value.kind {
    case .sequence: return deeper.readSequence(value.children, of: value)
    case .chain: return deeper.value(of: value)
    case .statement: return deeper.choice(value.children)
    case .parentheses where value.children.count == 1: return deeper.read(value.children[0])
    case .parentheses: return .form("()")
    case .literal: return named(value.text.hasPrefix("\"") ? "String" : value.text)
    case .closure: return .form("->")
    case .metatype: return .form(".Type")
    case .list:
      if value.children.contains(where: { $0.children.contains { $0.text == ":" } }) { return .form("[: ]") }
      let element = deeper.choice(value.children).type
      return element.map { .type(ServiceType(.array(.unreadable), [$0])) } ?? .form("[]")
    default: return .anything
    }
  }

  /// What a closure gives: its written result, or what it returns.
  func made(by closure: Expression.Closure) -> TypeReading {
    let inside = inside(closure.scope)
    if let text = closure.result { return inside.reading(text) }
    if closure.values.isEmpty { return .form("()") }
    let values = closure.values.filter { !$0.isNil && !$0.isEnding }
    let readings = values.map(inside.deeper.read)
    // All that one closure returns has one type; what is written with it is certain.
    let cast = zip(values, readings).first { $0.0.children.last?.kind == .cast && $0.1.type != nil }
    let known = cast.map { [$0.1] } ?? readings.filter { $0.type != nil }
    let result = TypeReading.choice(known.isEmpty ? readings : known)
    return closure.values.contains(where: \.isNil) ? result.optional : result
  }

  /// What a factory makes, be it a closure, a function, or an initializer.
  func made(byFactory factory: Expression) -> TypeReading {
    if let closure = factory.closureValue { return made(by: closure) }
    guard factory.operand.kind == .chain else { return .anything }
    let found = find(factory.operand)
    if case .metatype(let type) = found { return .type(type) }
    return call(Expression(.call), of: found)
  }

  /// The type of that name at file level.
  func named(_ name: String) -> TypeReading { TypeReading(types.type(name)) }

  /// The type of one of several values.
  private func choice(_ values: [Expression]) -> TypeReading {
    var made = values.filter { !$0.isNil && !$0.isEnding }
    // `.name` takes the type of the others.
    if made.contains(where: { !$0.isImplicit }) { made.removeAll(where: \.isImplicit) }
    let result = TypeReading.choice(made.map(read))
    return values.contains(where: \.isNil) ? result.optional : result
  }

  // MARK: Operators

  private static let comparing: Set<String> = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"]
  private static let counting: Set<String> = ["+", "-", "*", "/", "%"]

  private func readSequence(_ parts: [Expression], of value: Expression) -> TypeReading {
    guard let last = parts.last, last.end == value.end else { return .anything }
    func part(_ range: Range<Int>) -> Expression {
      Expression(.sequence, to: parts[range.upperBound - 1].end, children: Array(parts[range]))
    }
    if let question = parts.firstIndex(where: { $0.isSymbol("?") }),
      let colon = parts.lastIndex(where: { $0.isSymbol(":") }), question + 1 < colon, colon + 1 < parts.count
    {
      return choice([part(question + 1..<colon), part(colon + 1..<parts.count)])
    }
    if let mark = parts.firstIndex(where: { $0.isSymbol("??") }), mark > 0, mark + 1 < parts.count {
      let first = read(part(0..<mark)).unwrapped
      let second = part(mark + 1..<parts.count)
      return second.isImplicit || second.isEnding ? first : .choice([first, read(second)])
    }
    if last.kind == .cast {
      let type = reading(last.text)
      return last.label == "?" ? type.optional : type
    }
    let words = parts.prefix { part in
      part.kind == .symbol && ["try", "try?", "try!", "await", "unsafe"].contains(part.text)
    }
    let rest = parts[words.count...]
    let operators = rest.filter { $0.kind == .symbol }.map(\.text)
    if operators.contains(where: Self.comparing.contains) || operators == ["!"] { return named("Bool") }
    if operators == ["\\"] { return .outside(of: []) }
    if operators.contains("=") { return .form("()") }
    guard operators.allSatisfy(Self.counting.contains) else { return .anything }
    let result = TypeReading.choice(rest.filter { $0.kind != .symbol }.map(read))
    if !operators.isEmpty, result.type?.isOfSources != false { return .anything }
    return words.contains { $0.text == "try?" } ? result.optional : result
  }
}
