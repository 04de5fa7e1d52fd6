/// The way to a value in a sheet: `visits[2].animal`.
struct SheetPath: Hashable, CustomStringConvertible {
  let description: String

  /// The whole sheet.
  static let root = SheetPath(description: "")

  /// The way to the value of a key.
  func key(_ key: String) -> SheetPath {
    SheetPath(description: description.isEmpty ? key : "\(description).\(key)")
  }

  /// The way to an element of a list.
  func index(_ index: Int) -> SheetPath {
    SheetPath(description: "\(description)[\(index)]")
  }
}

extension SheetPath {
  init(_ codingPath: [any CodingKey]) {
    self = codingPath.reduce(.root) { path, key in
      key.intValue.map(path.index) ?? path.key(key.stringValue)
    }
  }
}
