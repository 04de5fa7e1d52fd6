extension StringProtocol {
  /// Whether a text is a part of this one; `contains` of the standard library needs a newer system.
  package func contains(part: String) -> Bool {
    let part = part.utf8
    var rest = utf8[...]
    while !rest.starts(with: part) {
      if rest.isEmpty { return false }
      rest.removeFirst()
    }
    return true
  }
}
