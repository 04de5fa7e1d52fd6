/// The parts of a value without `==`, as reflection sees them: stored properties, payloads, elements.
struct Parts {
  /// The case of an enumeration with a payload.
  private(set) var name: String?
  let values: [Any]
  /// Whether a value is told from others by its bytes: a case without a payload.
  private(set) var isCase = false

  /// How deep parts are looked into.
  ///
  /// Limited, so that a long indirect enumeration does not overflow the stack.
  static let limit = 24

  /// `nil` for a closure, and for what hides its parts.
  init?(_ value: Any, depth: Int) {
    guard depth < Parts.limit else { return nil }
    if let list = value as? any ElementList {
      values = list.elements
      return
    }
    // A custom mirror may show less than the value has.
    if value is any CustomReflectable { return nil }
    let mirror = Mirror(reflecting: value)
    values = mirror.children.map(\.value)
    switch mirror.displayStyle {
    case .struct, .tuple:
      // Compiled without metadata for reflection, it shows nothing.
      if values.isEmpty, Parts.size(of: value) > 0 { return nil }
    case .enum:
      name = mirror.children.first?.label
      isCase = values.isEmpty
    default: return nil
    }
  }

  private static func size(of value: Any) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    let type: Any.Type = Swift.type(of: value)
    return size(type)
  }
}

/// A list whose elements are its parts.
private protocol ElementList { var elements: [Any] { get } }
extension Array: ElementList { fileprivate var elements: [Any] { map { $0 } } }
extension ArraySlice: ElementList { fileprivate var elements: [Any] { map { $0 } } }
extension ContiguousArray: ElementList { fileprivate var elements: [Any] { map { $0 } } }

/// A dictionary, whose order says nothing.
protocol KeyedValues {
  var keyedValues: [(key: any Hashable, value: Any)] { get }
  /// The values side by side with those of another dictionary; `nil` if the keys differ.
  func values(beside other: Any) -> [(Any, Any)]?
}
extension Dictionary: KeyedValues {
  var keyedValues: [(key: any Hashable, value: Any)] { map { ($0.key, $0.value) } }
  func values(beside other: Any) -> [(Any, Any)]? {
    guard let other = other as? Self, count == other.count else { return nil }
    var pairs: [(Any, Any)] = []
    for (key, value) in self {
      guard let second = other[key] else { return nil }
      pairs.append((value, second))
    }
    return pairs
  }
}
