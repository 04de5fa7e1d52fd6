// MARK: - Code in strings

extension NestedTokens {
  private static let mostStrings = 10

  /// The code between the parentheses of `"\( … )"`, for each of those in the string at `index`.
  func interpolations(at index: Int) -> [NestedTokens] {
    guard kind(index) == .string, !tokens.interpolations.isEmpty, lookups.depth < Self.mostStrings
    else { return [] }
    if let known = lookups.codeInStrings[index] { return known }
    let parts = tokens.interpolations(of: tokens[index]).map { part in
      NestedTokens(TokenBuffer(file, part: part), depth: lookups.depth + 1)
    }
    lookups.codeInStrings[index] = parts
    return parts
  }

  /// Whether the string may hold a call in its code: it has a parenthesis or brace of its own in there, or an arrow.
  func mayHoldCalls(inStringAt index: Int) -> Bool {
    guard kind(index) == .string, !tokens.interpolations.isEmpty else { return false }
    let start = file.bytes.start
    for offset in Int(self[index].start)..<Int(self[index].end) {
      switch start[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "~"), UInt8(ascii: "\""):
        // The quotes at both ends are those of the string itself.
        if start[offset] != UInt8(ascii: "\"")
          || offset > Int(self[index].start) && offset < Int(self[index].end) - 1
        {
          return true
        }
      case UInt8(ascii: "("):
        if start[offset - 1] != UInt8(ascii: "\\"), start[offset - 1] != UInt8(ascii: "#") { return true }
      default: break
      }
    }
    return false
  }

  /// The highest of `$0`, `$1`, … in the string that belongs to the closure around; -1 for none.
  func highestAnonymous(inStringAt index: Int) -> Int {
    var result = -1
    let text = UnsafeRawBufferPointer(
      start: file.bytes.start + Int(self[index].start), count: Int(self[index].end - self[index].start))
    guard text.contains(UInt8(ascii: "$")) else { return result }
    for part in interpolations(at: index) {
      for index in 0..<part.count where !part.standsInBraces(index) {
        switch part.kind(index) {
        case .string: result = max(result, part.highestAnonymous(inStringAt: index))
        case .identifier where file.bytes.start[Int(part[index].start)] == UInt8(ascii: "$"):
          result = max(result, Int(part.text(index).dropFirst()) ?? 0)
        default: break
        }
      }
    }
    return result
  }

  private func standsInBraces(_ index: Int) -> Bool {
    var brace = parent(index)
    while brace >= 0, kind(brace) != .leftBrace { brace = parent(brace) }
    return brace >= 0
  }

  /// Whether the code in the string names the variable, other than for one of these members of it.
  func names(_ variable: String, inStringAt index: Int, besides members: Set<String> = []) -> Bool {
    interpolations(at: index).contains { part in
      (0..<part.count).contains { index in
        if part.kind(index) == .string { return part.names(variable, inStringAt: index, besides: members) }
        guard part.isIdentifier(index), part.kind(index - 1) != .period, part.kind(index + 1) != .colon,
          part.identifier(index) == variable
        else { return false }
        return part.kind(index + 1) != .period || !members.contains(part.text(index + 2))
      }
    }
  }
}

extension TokenBuffer {
  /// Where code stands in a string, found by halving.
  fileprivate func interpolations(of string: Token) -> ArraySlice<Range<Int>> {
    var first = 0
    var last = interpolations.count
    while first < last {
      let middle = (first + last) / 2
      if interpolations[middle].lowerBound < Int(string.start) { first = middle + 1 } else { last = middle }
    }
    return interpolations[first...].prefix { $0.upperBound <= Int(string.end) }
  }
}
