// MARK: - Calls

extension FileReader {
  /// Reads the call of the name at `index`, if it is one.
  mutating func readCall(at index: Int) {
    guard callOfName[index] == nil, !nested.token(index - 1, is: "func"), nested.kind(index - 1) != .at else {
      return
    }
    guard let (arguments, last) = callArguments(at: index) else { return }
    let start = nested.chainStart(index)
    var call = CallFacts(
      name: nested.identifier(index), location: nested.location(index), offset: offset(index),
      receiver: receiver(from: start, to: index),
      receiverValue: receiverValue(from: start, to: index), arguments: arguments, scope: scope(around: index))
    call.isSpecialized = openOfCall(index) > index + 1
    readPlace(of: &call, at: index)
    let number = facts.calls.count
    facts.calls.append(call)
    callOfName[index] = (number, false)
    // Closures are read before the links, so that what stands in them comes in the order of the source.
    let end = readChain(of: &call, number, from: last)
    readSurroundings(of: &call, from: start, through: last, to: end)
    facts.calls[number] = call
    if call.name == "register" || call.name == "autoregister" {
      registrations.append(RegistrationPlace(call: number, start: start, name: index, end: end))
    }
  }

  /// Reads `Name<X>`, wherever it stands but where it is declared.
  mutating func readMention(at index: Int) {
    guard nested.kind(index + 1) == .lessThan, nested.isJoined(index + 1), !isDeclared(index) else { return }
    var parser = nested.parser(from: index, to: nested.count - 1)
    parser.skipExpressionToken()
    guard parser.index > index + 1 else { return }
    var call = CallFacts(
      form: .mention, name: nested.identifier(index), location: nested.location(index),
      offset: offset(index), receiver: "", arguments: [], scope: scope(around: index))
    call.context = .type(nested.text(from: index, to: parser.index))
    facts.calls.append(call)
  }

  private func isDeclared(_ index: Int) -> Bool {
    ["func", "class", "struct", "enum", "actor", "protocol", "typealias"].contains(nested.text(index - 1))
  }

  /// Reads `resolver ~> X.self` and `resolver~>`.
  mutating func readArrow(at index: Int) {
    if nested.token(index - 1, is: "func") || nested.token(index - 1, is: "operator") { return }
    let start = nested.isIdentifier(index - 1) ? nested.chainStart(index - 1) : index - 1
    var call = CallFacts(
      form: .arrow, name: "resolve", location: nested.location(index), offset: offset(index),
      receiver: nested.text(from: start, to: index), arguments: [], scope: scope(around: index))
    readPlace(of: &call, at: index)
    var end = index + 2
    let isPostfix = nested.isJoined(index) && (!nested.isJoined(end) || endsOperand(end))
    if !isPostfix {
      let close = nested.parent(index) < 0 ? nested.count - 1 : nested.match(nested.parent(index))
      if nested.kind(end) == .leftParenthesis, nested.kind(nested.match(end) + 1) != .period {
        call.arguments = arguments(inside: end)
        end = nested.match(end) + 1
      } else {
        let first = end
        var parser = nested.parser(from: first, to: close)
        parser.skipType()
        end = max(parser.index, first + 1)
        call.arguments = [CallArgument(label: nil, value: expression(from: first, to: end))]
      }
    }
    readSurroundings(of: &call, from: start, through: end, to: end)
    call.isForced = true
    facts.calls.append(call)
  }

  /// Reads `@Name(arguments) var x: X`.
  mutating func readWrapper(at index: Int) {
    var call = CallFacts(
      form: .wrapper, name: nested.identifier(index + 1), location: nested.location(index),
      offset: offset(index),
      receiver: "",
      arguments: [], scope: scope(around: index))
    var next = index + 2
    if nested.kind(next) == .lessThan, nested.isJoined(next) {
      var parser = nested.parser(from: next, to: nested.count - 1)
      next = parser.indexAfterAngles(from: next) ?? next
      parser.index = next
    }
    if nested.kind(next) == .leftParenthesis, nested.isJoined(next) {
      call.arguments = arguments(inside: next)
      next = nested.match(next) + 1
    }
    let limit = next + 12
    while next < limit, !nested.token(next, is: "var"), !nested.token(next, is: "let") {
      if nested.kind(next) == .at, nested.isIdentifier(next + 1) {
        next += 2
        if nested.kind(next) == .leftParenthesis { next = nested.match(next) + 1 }
      } else if nested.isIdentifier(next) || nested.kind(next) == .leftParenthesis {
        next += 1
      } else if nested.kind(next) == .rightParenthesis {
        next += 1
      } else {
        return
      }
    }
    guard nested.isIdentifier(next + 1), nested.kind(next + 2) == .colon else { return }
    var parser = nested.parser(from: next + 3, to: nested.count - 1)
    call.context = .type(parser.parseType().text)
    readPlace(of: &call, at: index)
    facts.calls.append(call)
  }

  /// Whether nothing goes on with the operand that ends before the token.
  func endsOperand(_ index: Int) -> Bool {
    switch nested.kind(index) {
    case .comma, .rightParenthesis, .rightBrace, .rightBracket, .period, .semicolon, .endOfFile: true
    default: nested[index].startsLine
    }
  }

  private func receiver(from start: Int, to index: Int) -> String {
    nested.kind(index - 1) == .period ? nested.text(from: start, to: index - 1) : ""
  }

  /// A long chain would be read again for each of its calls.
  private static let longestReceiver = 40

  private mutating func receiverValue(from start: Int, to index: Int) -> Expression? {
    guard nested.kind(index - 1) == .period, start < index - 1, index - start < Self.longestReceiver else {
      return nil
    }
    return expression(from: start, to: index - 1)
  }

  /// The arguments of the call of the name at `index`, and the last token of the call.
  private mutating func callArguments(at index: Int) -> (arguments: [CallArgument], last: Int)? {
    var arguments: [CallArgument] = []
    let open = openOfCall(index)
    var last = open - 1
    if nested.kind(open) == .leftParenthesis, !nested[open].startsLine { last = nested.match(open) }
    let hasParentheses = last >= open
    guard hasParentheses || (nested.kind(open) == .leftBrace && !nested[open].startsLine) else {
      return nil
    }
    callOfName[index] = (facts.calls.count, false)
    defer { callOfName[index] = nil }
    if hasParentheses { arguments = self.arguments(inside: open) }
    while nested.kind(last + 1) == .leftBrace, !isStatementBrace(last + 1) {
      arguments.append(CallArgument(label: nil, value: closure(last + 1), isTrailing: true))
      last = nested.match(last + 1)
      if nested.isIdentifier(last + 1), nested.kind(last + 2) == .colon, nested.kind(last + 3) == .leftBrace {
        arguments.append(
          CallArgument(label: nested.identifier(last + 1), value: closure(last + 3), isTrailing: true))
        last = nested.match(last + 3)
      }
    }
    return (arguments, last)
  }

  /// The token behind the name of a call and its generic arguments.
  private func openOfCall(_ index: Int) -> Int {
    guard nested.kind(index + 1) == .lessThan, nested.isJoined(index + 1) else { return index + 1 }
    var parser = nested.parser(from: index, to: nested.count - 1)
    parser.skipExpressionToken()
    return max(index + 1, parser.index)
  }

  /// Whether the brace belongs to a statement around, as in `if container.resolve(X.self) != nil {`.
  private mutating func isStatementBrace(_ brace: Int) -> Bool {
    let start = nested.statementStart(brace)
    switch nested.text(start) {
    case "if", "while", "switch", "for": return nested.parent(start) == nested.parent(brace)
    case "func", "init": return true
    default: return nested.kind(brace - 1) == .rightBrace && nested[brace].startsLine
    }
  }

  private mutating func readPlace(of call: inout CallFacts, at index: Int) {
    call.isInCondition = isInCondition
    call.owners = owners(of: index)
    if !call.owners.isEmpty { call.passedTo = argumentPlaces(of: index) }
    if around.isHandled { call.isHandled = true }
  }

  /// Reads `.name(arguments)` behind a call, and returns the last token.
  private mutating func readChain(of call: inout CallFacts, _ number: Int, from last: Int) -> Int {
    var last = last
    while true {
      var next = last + 1
      while nested.isPostfixMark(next) {
        if nested.text(next).hasPrefix("!") { call.isForced = call.isForced || call.chain.isEmpty }
        next += 1
      }
      guard nested.kind(next) == .period, nested.isIdentifier(next + 1), callOfName[next + 1] == nil else {
        return next - 1
      }
      let name = next + 1
      guard let (arguments, end) = chainArguments(at: name, number) else { return next - 1 }
      call.chain.append(
        CallFacts.Link(
          name: nested.identifier(name), location: nested.location(name), arguments: arguments))
      last = end
    }
  }

  private mutating func chainArguments(at name: Int, _ number: Int) -> ([CallArgument], Int)? {
    guard let found = callArguments(at: name) else { return nil }
    callOfName[name] = (number, true)
    return found
  }
}
