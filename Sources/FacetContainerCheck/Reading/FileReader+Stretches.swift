import FacetSyntax

// MARK: - Registrations that follow one another

/// A registration with its first and its last token.
struct RegistrationPlace {
  var call: CallFacts
  var start: Int
  var name: Int
  var end: Int
  var statement: Int
}

extension FileReader {
  /// Joins a registration to the one before it, if nothing else is done to their container between them.
  ///
  /// It may be emptied, replaced or handed on; or there may be two containers, or two branches of one statement.
  func note(_ place: RegistrationPlace) {
    let body = "\(place.call.scope.offset) \(place.call.receiver)"
    let earlier = registrations.updateValue(place, forKey: body)
    let isJoined = earlier.map { follows(place, $0) } == true
    place.call.stretch = isJoined ? earlier?.call.stretch ?? 0 : place.call.offset
  }

  private func follows(_ place: RegistrationPlace, _ earlier: RegistrationPlace) -> Bool {
    let names = (place.start..<max(place.start, place.name - 1)).filter {
      !isWord($0, "self") && kind($0) != .period
    }
    // What a call gives is another container each time.
    guard place.start > earlier.end, place.statement != earlier.statement,
      names.allSatisfy({ isIdentifier($0) || parser.isMark($0) })
    else { return false }
    let words = names.map { tokens.text($0) }
    var depth = 0
    for index in earlier.end + 1..<max(earlier.end + 1, place.start) {
      switch kind(index) {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
      // The code in a string is not read.
      case .string where !names.isEmpty: if tokens.text(index).contains(part: "\\(") { return false }
      case .identifier, .escapedIdentifier:
        if registers(index) { break }
        guard names.isEmpty else {
          if words.contains(tokens.text(index)) { return false }
          break
        }
        let isCalled = kind(index + 1) == .leftParenthesis || kind(index + 1) == .leftBrace
        if depth == 0, isCalled, kind(index - 1) != .period || isWord(index - 2, "self") { return false }
      default: break
      }
    }
    return true
  }

  /// Whether the name begins a chain that ends with a registration.
  private func registers(_ index: Int) -> Bool {
    var last = index
    while kind(last + 1) == .period, isIdentifier(last + 2) { last += 2 }
    return isWord(last, "register", "autoregister", "forward")
  }
}
