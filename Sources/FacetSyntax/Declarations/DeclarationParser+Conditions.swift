// MARK: - Conditional compilation

extension DeclarationParser {
  /// Follows `#if` and its branches, and passes over the other directives.
  ///
  /// - Returns: `false` where a macro is expanded instead.
  mutating func parseDirective() -> Bool {
    if tokenIs(index, "#if") {
      branches.append(Branch(depth: conditions.count, earlier: []))
      enterBranch()
    } else if tokenIs(index, "#elseif", "#else") {
      leaveBranch()
      for text in branches.last?.earlier ?? [] { conditions.append(Condition(text: text, holds: false)) }
      if tokenIs(index, "#elseif") { enterBranch() } else { index += 1 }
    } else if tokenIs(index, "#endif") {
      leaveBranch()
      _ = branches.popLast()
      index += 1
    } else if tokenIs(index, "#sourceLocation", "#warning", "#error") {
      index += 1
      if tokens[index].kind == .leftParenthesis, index < end { index = Int(tokens[index].match) + 1 }
    } else {
      return false
    }
    return true
  }

  private mutating func enterBranch() {
    let first = index + 1
    index = first
    while index < end, !tokens[index].startsLine { index += 1 }
    let condition = conditionText(from: first, to: index)
    conditions.append(Condition(text: condition, holds: true))
    if !branches.isEmpty { branches[branches.count - 1].earlier.append(condition) }
  }

  /// The condition as it is written, but for comments and the width of its spaces.
  private func conditionText(from start: Int, to end: Int) -> String {
    var result = ""
    for index in start..<max(start, end) {
      if index > start, tokens[index].followsSpace { result += " " }
      result += text(index)
    }
    return result
  }

  private mutating func leaveBranch() {
    guard let depth = branches.last?.depth, conditions.count > depth else { return }
    conditions.removeLast(conditions.count - depth)
  }
}
