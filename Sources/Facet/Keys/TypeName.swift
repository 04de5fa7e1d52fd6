/// The names of the types in one text: without modules, and without `any` before a protocol.
///
/// Types that would print the same are written with their modules: `ModuleA.Store` and `ModuleB.Store`.
package struct TypeNames: Sendable {
  /// Writes every type by its short name.
  static let short = TypeNames(of: [])

  private let ambiguous: Set<String>

  /// Makes the names for a text in which these types may occur.
  package init(of types: [Any.Type]) {
    var seen: [String: ObjectIdentifier] = [:]
    var ambiguous: Set<String> = []
    for type in types {
      let name = typeName(type)
      if let other = seen[name], other != ObjectIdentifier(type) { ambiguous.insert(name) }
      seen[name] = ObjectIdentifier(type)
    }
    self.ambiguous = ambiguous
  }

  package func name(_ type: Any.Type) -> String {
    let name = typeName(type)
    return ambiguous.contains(name) ? TypeNames.trimmed(String(reflecting: type)) : name
  }

  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  package func words(for key: ServiceKey) -> String {
    var words = "'\(name(key.serviceType))'"
    if let name = key.name { words += " named \"\(name)\"" }
    let types = key.argumentTypes
    if !types.isEmpty { words += " with arguments (\(types.map(name).joined(separator: ", ")))" }
    if let option = key.option { words += " with option \(option)" }
    return words
  }

  fileprivate static func trimmed(_ name: String) -> String {
    name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
  }
}

/// The name of a type as its author writes it: without modules, and without `any` before a protocol.
package func typeName(_ type: Any.Type) -> String {
  TypeNames.trimmed(String(describing: type))
}
