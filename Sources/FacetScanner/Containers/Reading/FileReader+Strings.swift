// MARK: - Code in strings

/// What the code in a string has around it.
struct StringSurroundings {
  var scope = 0
  var owners: [CallFacts.Owner] = []
  var passedTo: [CallFacts.Context] = []
  /// Whether the code says what happens where nothing is found.
  var isHandled = false
}

extension FileReader {
  /// Reads the calls in the interpolations of the string at `index`.
  mutating func readInterpolations(at index: Int) {
    guard nested.mayHoldCalls(inStringAt: index) else { return }
    let parts = nested.interpolations(at: index)
    guard parts.contains(where: mayCall) else { return }
    let around = StringSurroundings(
      scope: scope(around: index), owners: owners(of: index), passedTo: argumentPlaces(of: index),
      isHandled: self.around.isHandled || isTried(index))
    ignoreLines(ofStringAt: index)
    for part in parts {
      var reader = FileReader(part, around: around, in: self)
      if part.hasDefault { reader.around.isHandled = true }
      swap(&reader.facts, &facts)
      reader.readCalls()
      reader.readStretches()
      swap(&reader.facts, &facts)
    }
  }

  private func mayCall(_ part: NestedTokens) -> Bool {
    (0..<part.count).contains { index in
      switch part.kind(index) {
      case .identifier: words.contains(file, part[index]) || beginsWithRegister(part[index])
      case .string: true
      case .operatorSymbol: part.token(index, is: "~")
      default: false
      }
    }
  }

  /// Whether `try?` stands in front of what holds the string.
  private mutating func isTried(_ string: Int) -> Bool {
    var index = string
    while index >= 0 {
      let start = nested.statementStart(index)
      var known = tries[start] ?? StatementSkips(checked: start)
      let isTried = known.reaches(index) { [nested] index in
        nested.token(index, is: "try") && nested.isPostfixMark(index + 1) && nested.token(index + 1, is: "?")
      }
      tries[start] = known
      if isTried { return true }
      index = nested.parent(index)
      if nested.kind(index) == .leftBrace { return false }
    }
    return false
  }

  /// No comment can stand on a line inside of a string: one on its first or last line speaks of all.
  private mutating func ignoreLines(ofStringAt index: Int) {
    let first = nested.location(index).line
    let last = file.location(at: Int(nested[index].end)).line
    guard facts.ignoredLines.contains(first) || facts.ignoredLines.contains(last) else { return }
    facts.ignoredLines.formUnion(first...last)
  }
}

extension NestedTokens {
  /// Whether the code has the label of `"\(value, default: "none")"`.
  fileprivate var hasDefault: Bool {
    (0..<count).contains { index in
      kind(index) == .comma && parent(index) < 0 && token(index + 1, is: "default")
        && kind(index + 2) == .colon
    }
  }
}
