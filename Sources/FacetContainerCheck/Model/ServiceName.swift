/// The name in a key, as far as the sources show it.
enum ServiceName: Hashable, Sendable {
  case none
  case known(String)
  /// Computed while the program runs.
  case unknown

  /// The same for equal ones.
  var key: String {
    switch self {
    case .none: ""
    case .known(let name): "=" + name
    case .unknown: "?"
    }
  }
}

/// The arguments in a key, as far as the sources show them.
enum ServiceArguments: Equatable, Sendable {
  /// One for each argument; `nil` where the type cannot be seen.
  case known([ServiceType?])
  case unknown

  static let none = ServiceArguments.known([])

  func mayBe(_ other: ServiceArguments) -> Bool {
    guard case .known(let left) = self, case .known(let right) = other else { return true }
    return left.count == right.count && zip(left, right).allSatisfy { !Self.differ($0, $1) }
  }

  /// Whether two types are known well enough to be told apart: an alias from elsewhere is not.
  private static func differ(_ left: ServiceType?, _ right: ServiceType?) -> Bool {
    guard let left, let right, !left.mayBe(right) else { return false }
    return left.isPlain && right.isPlain
  }

  /// Whether a type is not seen here that is known there.
  func hides(_ other: ServiceArguments) -> Bool {
    guard case .known(let left) = self, case .known(let right) = other else { return false }
    return zip(left, right).contains { $0 == nil && $1?.isPlain == true }
  }
}

extension ServiceType {
  /// Types of the language and of Foundation that are no other ones by another name.
  static let plainNames: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "Bool", "String", "Character", "URL", "Date", "UUID", "Data", "Any", "AnyObject", "Void",
  ]

  /// Whether all that it is made of is declared in the sources, or known.
  fileprivate var isPlain: Bool {
    (!head.isName || head.isDeclared || Self.plainNames.contains(head.path)) && parts.allSatisfy(\.isPlain)
  }
}
