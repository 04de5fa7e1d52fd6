/// Full names of declarations: in front, those of the types around, with dots between them.
package enum FullName {
  package static func joined(_ container: String, _ name: String) -> String {
    container.isEmpty ? name : container + "." + name
  }

  /// The full name and those of the types around it, innermost first, and last an empty one.
  package static func surroundings(of name: String) -> [String] {
    var result: [String] = []
    var rest = name[...]
    while !rest.isEmpty {
      result.append(String(rest))
      rest = rest.utf8.lastIndex(of: UInt8(ascii: ".")).map { rest[..<$0] } ?? ""
    }
    return result + [""]
  }
}
