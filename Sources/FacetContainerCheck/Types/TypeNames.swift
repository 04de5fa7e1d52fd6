import FacetSyntax

extension TypeSyntax {
  /// The last of the names that the text joins by dots, without generic arguments.
  static func lastName(_ text: String) -> String {
    let plain = text.utf8.prefix { $0 != UInt8(ascii: "<") }
    let start = plain.lastIndex(of: UInt8(ascii: ".")).map { plain.index(after: $0) }
    return String(text[(start ?? plain.startIndex)..<plain.endIndex])
  }

  /// `X` where the text is `X.Type`, or an optional of that.
  static func instance(ofMetatype text: String) -> TypeSyntax? {
    guard text.hasSuffix("Type") || text.hasSuffix("Protocol") || text.hasSuffix("?") else { return nil }
    var syntax = TypeSyntax(text)
    if case .optional(let wrapped) = syntax { syntax = wrapped }
    if case .metatype(let instance) = syntax { return instance }
    return nil
  }
}

extension String {
  /// Whether it is the type of a parameter that takes a value as a closure; asked of every parameter.
  var isAutoclosure: Bool { utf8.first == UInt8(ascii: "@") && contains(part: "@autoclosure") }

  /// `T` for `(…) throws -> T`; `nil` for what is no function type.
  var resultOfFunction: String? {
    let arrow = utf8.indices.dropFirst().last {
      utf8[$0] == UInt8(ascii: ">") && utf8[utf8.index(before: $0)] == UInt8(ascii: "-")
    }
    return arrow.map { String(self[utf8.index(after: $0)...].drop { $0 == " " }) }
  }

  /// Whether it begins like the name of a variable.
  var startsLowercase: Bool { utf8.first.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } == true }

  /// Whether it begins like the name of a type.
  var startsUppercase: Bool {
    guard let first = utf8.first else { return false }
    return first < 0x80
      ? first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") : self.first?.isUppercase == true
  }
}
