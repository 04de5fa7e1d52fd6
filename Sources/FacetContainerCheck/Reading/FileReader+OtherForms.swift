import FacetSyntax

// MARK: - Other forms of calls

extension FileReader {
  /// Reads `Name<X>`, wherever it stands but where it is declared.
  func readMention(at index: Int) {
    guard kind(index + 1) == .lessThan, tokens.isJoined(index + 1),
      !Self.introducers.contains(tokens.text(index - 1))
    else { return }
    parse(from: index)
    parser.skipExpressionToken()
    guard parser.index > index + 1 else { return }
    let place = offset(index)
    let scope = facts.scopes.last { $0.offset <= place && place < $0.end } ?? around.scope
    let call = CallFacts(.mention, tokens.identifier(index), at: place, in: file, scope: scope)
    call.context = .type(text(from: index, to: parser.index))
    facts.calls.append(call)
  }

  private static let introducers: Set<String> = [
    "func", "class", "struct", "enum", "actor", "protocol", "typealias",
  ]

  /// Reads `resolver ~> X.self` and `resolver~>`.
  func readArrow(
    _ arrow: Expression, _ receiver: Expression?, _ operand: Expression?, _ expected: Expected
  ) {
    let call = CallFacts(.arrow, "resolve", at: offset(arrow.start), in: file, scope: around.scope)
    if let receiver { call.receiver = text(from: receiver.start, to: arrow.start) }
    readPlace(of: call)
    if let operand, operand.kind == .chain || operand.kind == .metatype {
      let isTuple = operand.children.count == 1 && operand.children[0].kind == .parentheses
      call.arguments = isTuple ? kept(operand.children[0]) : [operand]
    }
    readSurroundings(of: call, expected, next: call.arguments.isEmpty ? operand : nil, isOperand: false)
    call.isForced = true
    facts.calls.append(call)
  }

  /// Reads `@Name(arguments) var x: X`.
  func readWrapper(_ attribute: Attribute, of variable: Declaration) {
    guard let type = variable.type, words.contains(WordSet.hash(attribute.name)) else { return }
    let call = CallFacts(.wrapper, attribute.name, at: attribute.offset, in: file, scope: around.scope)
    if attribute.open >= 0 {
      parse(from: attribute.open)
      call.arguments = kept(Expression(.call, attribute.open, children: parser.parseArguments()))
    }
    call.context = .type(type.text)
    readPlace(of: call)
    facts.calls.append(call)
  }
}
