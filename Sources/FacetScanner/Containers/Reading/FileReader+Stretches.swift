// MARK: - Registrations that follow one another

/// A registration with its first and its last token.
struct RegistrationPlace {
  var call: Int
  var start: Int
  var name: Int
  var end: Int
}

extension FileReader {
  private struct Body: Hashable {
    var scope: Int
    var receiver: String
  }

  /// Finds the registrations between which nothing else is done to their container.
  ///
  /// It may be emptied, replaced or handed on; or there may be two containers, or two branches of one statement.
  mutating func readStretches() {
    var last: [Body: RegistrationPlace] = [:]
    for place in registrations {
      let call = facts.calls[place.call]
      let body = Body(scope: call.scope, receiver: call.receiver)
      facts.calls[place.call].stretch = place.call
      if let earlier = last[body], follows(place, earlier) {
        facts.calls[place.call].stretch = facts.calls[earlier.call].stretch
      }
      last[body] = place
    }
  }

  private func follows(_ place: RegistrationPlace, _ earlier: RegistrationPlace) -> Bool {
    let names = (place.start..<max(place.start, place.name - 1)).filter {
      !nested.token($0, is: "self") && nested.kind($0) != .period
    }
    // What a call gives is another container each time.
    guard names.allSatisfy({ nested.isIdentifier($0) || nested.isPostfixMark($0) }) else { return false }
    guard nested.statementStart(place.start) > earlier.name else { return false }
    if names.isEmpty { return !isCalledBetween(earlier, place) }
    return !(earlier.end + 1..<max(earlier.end + 1, place.start)).contains { index in
      if nested.kind(index) == .string {
        return names.contains { nested.names(nested.identifier($0), inStringAt: index) }
      }
      return nested.isIdentifier(index) && names.contains { nested.areAlike($0, index) } && !registers(index)
    }
  }

  /// Whether a statement between two registrations on `self`, written or not, calls anything but a registration.
  private func isCalledBetween(_ earlier: RegistrationPlace, _ place: RegistrationPlace) -> Bool {
    (earlier.end + 1..<max(earlier.end + 1, place.start)).contains { index in
      guard nested.isIdentifier(index), nested.parent(index) == nested.parent(place.start),
        nested.kind(index + 1) == .leftParenthesis || nested.kind(index + 1) == .leftBrace
      else { return false }
      let isOnSelf = nested.kind(index - 1) != .period || nested.token(index - 2, is: "self")
      return isOnSelf && !registers(index)
    }
  }

  /// Whether the name begins a chain that ends with a registration.
  private func registers(_ index: Int) -> Bool {
    var last = index
    while true {
      var next = last + 1
      while nested.isPostfixMark(next) { next += 1 }
      guard nested.kind(next) == .period, nested.isIdentifier(next + 1) else { break }
      last = next + 1
    }
    return nested.token(last, is: "register") || nested.token(last, is: "autoregister")
      || nested.token(last, is: "forward")
  }
}
