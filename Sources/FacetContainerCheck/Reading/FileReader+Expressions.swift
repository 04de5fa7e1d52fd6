import FacetSyntax

/// What is expected of an expression where it stands.
struct Expected {
  var context = CallFacts.Context.none
  /// The variable that keeps the value.
  var keptAs: String?
  /// Whether `if let` or `while let` asks for it.
  var isBoundIfThere = false
  /// Whether it is compared with `nil`.
  var isHandled = false
  /// The mark of the `try` in front.
  var mark = ""
}

// MARK: - Expressions with calls in them

extension FileReader {
  private static let eagerOperators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "===", "!==", "..", "...", "!", "&", "|", "^", "~", "+=", "-=", "=",
    "<", ">", "->", ":", "::",
  ]

  func read(_ sequence: Expression, _ expected: Expected = Expected()) {
    var expected = expected
    let isCertain = around.isCertain
    let parts = sequence.children
    for (index, part) in parts.enumerated() {
      switch part.kind {
      case .symbol: readSymbol(parts, index, &expected)
      case .chain, .metatype:
        read(chain: part, expected, next: index + 1 < parts.count ? parts[index + 1] : nil)
        if index + 1 == parts.count || !isWord(parts[index + 1].start, "~") { expected = Expected() }
      case .statement: readStatement(part, expected.context)
      default: expected = Expected()
      }
    }
    around.isCertain = isCertain
  }

  private func readSymbol(_ parts: [Expression], _ index: Int, _ expected: inout Expected) {
    let symbol = parts[index]
    let before = index > 0 ? parts[index - 1] : nil
    if kind(symbol.start) == .identifier {
      if expected.mark.isEmpty, isWord(symbol.start, "try") {
        expected.mark = text(from: symbol.start + 1, to: symbol.end)
      }
      if isWord(symbol.start, "await") { closure?.isAsync = true }
      return
    }
    if symbol.end - symbol.start == 2 {
      readArrow(symbol, before, index + 1 < parts.count ? parts[index + 1] : nil, expected)
      expected = Expected()
      return
    }
    expected = Expected()
    let text = symbol.text
    if text == "=", let before, let names = before.names, names.first != "" {
      expected.context = .variable(before)
      expected.keptAs = names.last
    }
    // Any other operator may take what is behind it as a closure.
    if !Self.eagerOperators.contains(text) { around.isCertain = false }
    if text == "==" || text == "!=", let before { expected.isHandled = before.isNil }
  }

  /// Reads a beginning and all that is joined to it; `next` is what follows in the expression.
  private func read(chain: Expression, _ expected: Expected, next: Expression?) {
    let parts = chain.children
    var index = 0
    while index < parts.count {
      let part = parts[index]
      index += 1
      switch part.kind {
      case .call: readArguments(of: part, in: chain, expected)
      case .closure where index == 1 && parts.count == 2 && parts[1].kind == .call && next == nil:
        // A closure that is called at once gives what is expected of the whole.
        var type: String?
        if case .type(let text) = expected.context { type = text }
        readClosure(part, isWanted: type != nil, result: type)
      case .closure where parts.count == 1: readClosure(part, expected: expected.context)
      case .name:
        noteName(part)
        guard hasWord(from: part.start, to: part.start + 1) else { break }
        guard index < parts.count, parts[index].kind == .call else { break }
        index = readCall(part, parts[index], index - 1, in: chain, expected, next)
      default: readPart(part)
      }
    }
  }

  /// Reads what stands in brackets and closures by itself.
  func readPart(_ part: Expression) {
    switch part.kind {
    case .closure: readClosure(part)
    case .literal: noteAnonymous(inStringAt: part.start)
    case .parentheses, .list, .subscripts:
      let isTried = around.isTried
      around.isTried = false
      for child in part.children { read(child) }
      around.isTried = isTried
    default: break
    }
  }

  // MARK: - Kept values

  /// The arguments of a call, with what their closures say.
  func kept(_ call: Expression) -> [Expression] {
    for argument in call.children { keep(argument) }
    return call.children
  }

  /// Reads the closures that a value is, or that its parts are; on request, also those that its calls take.
  func keep(_ value: Expression, withArguments: Bool = false, depth: Int = 0) {
    guard depth < Self.deepestValue else { return }
    switch value.kind {
    case .closure: readClosure(value, isWanted: true)
    case .sequence, .parentheses:
      for child in value.children { keep(child, withArguments: withArguments, depth: depth + 1) }
    case .chain:
      if let first = value.children.first { keep(first, depth: depth + 1) }
      for call in value.children where call.kind == .call && withArguments {
        for closure in call.children.compactMap(\.writtenClosure) { keep(closure) }
      }
    default: break
    }
  }

  /// Nobody asks what stands deeper inside an expression; calls there are read by themselves.
  private static let deepestValue = 8
}
