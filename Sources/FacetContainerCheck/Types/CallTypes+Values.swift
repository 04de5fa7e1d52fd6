import FacetSyntax

// MARK: - Types of values

extension CallTypes {
  typealias Bindings = [String: ServiceType]

  static let deepestValue = 12
  /// Values that never come to be.
  private static let endings: Set<String> = ["fatalError", "preconditionFailure"]

  /// The static type of a value, where it can be seen.
  func type(of value: Expression, in scope: Int, _ bindings: Bindings = [:]) -> ServiceType? {
    read(value, in: scope, bindings).type
  }

  /// What is known of the type of a value.
  func read(_ value: Expression, in scope: Int, _ bindings: Bindings = [:], depth: Int = 0) -> TypeReading {
    guard depth < Self.deepestValue else { return .anything }
    switch value.kind {
    case .sequence: return readSequence(value.children, of: value, in: scope, bindings, depth + 1)
    case .chain: return self.value(of: value, in: scope, bindings, depth + 1)
    case .statement: return choice(value.children, in: scope, bindings, depth + 1)
    case .parentheses where value.children.count == 1:
      return read(value.children[0], in: scope, bindings, depth: depth + 1)
    case .parentheses: return .form("()")
    case .literal: return named(value.text.hasPrefix("\"") ? "String" : value.text)
    case .closure: return .form("->")
    case .metatype: return .form(".Type")
    case .list:
      if value.children.contains(where: { $0.children.contains { $0.text == ":" } }) { return .form("[: ]") }
      let element = choice(value.children, in: scope, bindings, depth + 1).type
      return element.map { .type(ServiceType(.array(.unreadable), [$0])) } ?? .form("[]")
    case .other: return value.text.hasPrefix("#file") ? named("String") : .anything
    default: return .anything
    }
  }

  /// What a factory makes: its written result, or what it returns.
  func read(_ closure: Expression.Closure, _ bindings: Bindings = [:], depth: Int = 0) -> TypeReading {
    if closure.file !== file {
      let other = CallTypes(file: closure.file, table: table, types: types)
      return other.read(closure, bindings, depth: depth)
    }
    if let text = closure.result { return reading(text, in: closure.scope, bindings) }
    if closure.values.isEmpty { return .form("()") }
    let values = closure.values.filter { !$0.isNil && !Self.endings.contains($0.calledName ?? "") }
    let readings = values.map { read($0, in: closure.scope, bindings, depth: depth + 1) }
    // All that one closure returns has one type; what is written with it is certain.
    let cast = zip(values, readings).first { $0.0.children.last?.kind == .cast && $0.1.type != nil }
    let known = cast.map { [$0.1] } ?? readings.filter { $0.type != nil }
    let result = TypeReading.choice(known.isEmpty ? readings : known)
    return closure.values.contains(where: \.isNil) ? result.optional : result
  }

  /// The type that is written, or that nothing is known of it.
  func reading(_ text: String, in scope: Int, _ bindings: Bindings = [:]) -> TypeReading {
    TypeReading(type(text, in: scope, bindings))
  }

  private func named(_ name: String) -> TypeReading {
    TypeReading(types.type(name, at: TypeResolver.Place(path: "")))
  }

  /// The type of one of several values.
  private func choice(
    _ values: [Expression], in scope: Int, _ bindings: Bindings, _ depth: Int
  ) -> TypeReading {
    var made = values.filter { !$0.isNil && !Self.endings.contains($0.calledName ?? "") }
    // `.name` takes the type of the others.
    if made.contains(where: { !$0.isImplicit }) { made.removeAll(where: \.isImplicit) }
    let result = TypeReading.choice(made.map { read($0, in: scope, bindings, depth: depth) })
    return values.contains(where: \.isNil) ? result.optional : result
  }

  // MARK: Operators

  private static let comparing: Set<String> = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"]
  private static let counting: Set<String> = ["+", "-", "*", "/", "%"]

  private func readSequence(
    _ parts: [Expression], of value: Expression, in scope: Int, _ bindings: Bindings, _ depth: Int
  ) -> TypeReading {
    guard let last = parts.last, last.end == value.end else { return .anything }
    func part(_ range: Range<Int>) -> Expression {
      let part = Expression(.sequence, to: parts[range.upperBound - 1].end)
      part.children = Array(parts[range])
      return part
    }
    if let question = parts.firstIndex(where: { $0.text == "?" && $0.kind == .symbol }),
      let colon = parts.lastIndex(where: { $0.text == ":" && $0.kind == .symbol }), question + 1 < colon,
      colon + 1 < parts.count
    {
      return choice(
        [part(question + 1..<colon), part(colon + 1..<parts.count)], in: scope, bindings, depth)
    }
    if let mark = parts.firstIndex(where: { $0.text == "??" && $0.kind == .symbol }), mark > 0,
      mark + 1 < parts.count
    {
      let first = read(part(0..<mark), in: scope, bindings, depth: depth).unwrapped
      let second = part(mark + 1..<parts.count)
      if second.isImplicit || Self.endings.contains(second.calledName ?? "") { return first }
      return .choice([first, read(second, in: scope, bindings, depth: depth)])
    }
    if last.kind == .cast {
      let type = reading(last.text, in: scope, bindings)
      return last.label == "?" ? type.optional : type
    }
    let words = parts.prefix {
      $0.kind == .symbol && ($0.text.hasPrefix("try") || $0.text == "await" || $0.text == "unsafe")
    }
    let rest = parts[words.count...]
    let operators = rest.filter { $0.kind == .symbol }.map(\.text)
    if operators.contains(where: Self.comparing.contains) || operators == ["!"] { return named("Bool") }
    if operators == ["\\"] { return .outside(of: []) }
    if operators.contains("=") { return .form("()") }
    guard operators.allSatisfy(Self.counting.contains) else { return .anything }
    let operands = rest.filter { $0.kind != .symbol }.map { read($0, in: scope, bindings, depth: depth) }
    let result = TypeReading.choice(operands)
    if !operators.isEmpty, result.type?.isOfSources != false { return .anything }
    return words.contains { $0.text == "try?" } ? result.optional : result
  }
}

// MARK: - Factories

extension CallTypes {
  /// What a factory makes, be it a closure, a function, or an initializer.
  func read(factory: Expression, in scope: Int, _ bindings: Bindings = [:]) -> TypeReading {
    if let closure = factory.closureValue { return read(closure, bindings) }
    let chain = factory.operand
    guard chain.kind == .chain else { return .anything }
    let found = find(chain, upTo: chain.children.count, in: scope, bindings)
    if case .metatype(let type) = found { return .type(type) }
    return call(Expression(.call), of: found, in: scope, bindings, 0)
  }

  /// The property or constant that the names lead to.
  func variable(_ names: [String], in scope: Int) -> Declared? {
    let path = names.joined(separator: ".")
    for around in surroundingPaths(scope) {
      if let found = table.variable(FullName.joined(around, path)) { return found }
    }
    return nil
  }
}
