import FacetSyntax

extension TypeSyntax {
  /// The last of the names that the text joins by dots, without generic arguments.
  static func lastName(_ text: String) -> String {
    let plain = text.utf8.prefix { $0 != UInt8(ascii: "<") }
    let start = plain.lastIndex(of: UInt8(ascii: ".")).map { plain.index(after: $0) }
    return String(text[(start ?? plain.startIndex)..<plain.endIndex])
  }

  /// Whether the text ends with the name of a type, as far as its first letter shows.
  static func isOfType(_ text: String) -> Bool { lastName(text).startsUppercase }

  /// The name of a type without what stands around it; empty where there are several.
  static func plainName(_ text: String) -> String {
    let type = TypeSyntax(text)
    if case .optional(let wrapped) = type { return wrapped.path.joined(separator: ".") }
    return type.path.joined(separator: ".")
  }
}

extension String {
  /// Whether it begins like the name of a type.
  var startsUppercase: Bool {
    guard let first = utf8.first else { return false }
    return first < 0x80
      ? first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") : self.first?.isUppercase == true
  }

  /// Whether the word stands in it; by bytes, as it is asked of every receiver.
  func holds(_ word: String) -> Bool { utf8.indices.contains { utf8[$0...].starts(with: word.utf8) } }
}
