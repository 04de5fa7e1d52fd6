extension SheetProblem {
  /// What `JSONDecoder` found wrong, in the words of a sheet.
  init(_ error: DecodingError, in outline: JSONOutline) {
    switch error {
    case .keyNotFound(let key, let context):
      let path = SheetPath(context.codingPath)
      self.init(
        path: path, fact: "The field \(quoted(key.stringValue)) is missing.",
        near: nearest(to: key.stringValue, among: outline.keys(of: path)),
        remedy: "add \(quoted(key.stringValue)) to this object.")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let expected = Self.name(of: type)
      self.init(
        path: SheetPath(context.codingPath), fact: "Expected \(expected) here.",
        remedy: "replace this value by \(expected).")
    case .dataCorrupted(let context):
      self.init(
        path: SheetPath(context.codingPath), fact: "This value cannot be read: \(context.debugDescription)",
        remedy: "compare it with the shipped sheet.")
    @unknown default:
      self.init(path: .root, fact: "The sheet cannot be read.", remedy: "compare it with the shipped sheet.")
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text in double quotes"
    case is Double.Type: "a number"
    case is [Any].Type: "a list in [ ]"
    default: "an object in { }"
    }
  }
}
