/// The names of the types in one text: without modules, and without `any` before a protocol.
///
/// Types that would print the same are written with their modules: `ModuleA.Store` and `ModuleB.Store`.
package struct TypeNames: Sendable {
  /// Writes every type by its short name.
  static let short = TypeNames(of: [])

  /// The type of each name; `nil` for a name that several types have.
  private var types: [String: ObjectIdentifier?] = [:]

  /// Makes the names for a text in which these types may occur, and those of these keys.
  package init(of keys: [ServiceKey], _ types: [Any.Type] = []) {
    for key in keys {
      add(key.serviceType)
      for type in key.argumentTypes { add(type) }
    }
    for type in types { add(type) }
  }

  @inline(never)
  private mutating func add(_ type: Any.Type) {
    let name = typeName(type)
    let isFirst = types[name] == nil || types[name] == ObjectIdentifier(type)
    types[name] = .some(isFirst ? ObjectIdentifier(type) : nil)
  }

  package func name(_ type: Any.Type) -> String {
    let name = typeName(type)
    return types[name] == .some(nil) ? TypeNames.written(TypeNames.qualifiedName(type)) : name
  }

  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  package func words(for key: ServiceKey) -> String {
    var words = "'\(name(key.serviceType))'"
    if let name = key.quotedName { words += " named " + name }
    let types = key.argumentTypes.map(name)
    if !types.isEmpty { words += " with arguments (\(types.joined(separator: ", ")))" }
    if let option = key.option { words += " with option \(option)" }
    return words
  }

  /// Whether values of a type are any that conform to a protocol.
  static func isProtocol(_ type: Any.Type) -> Bool {
    String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
  }

  /// A type's name as its author writes it.
  fileprivate static func written(_ name: String) -> String {
    let name = name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    return name.contains("Pack{") ? withoutPacks(name) : name
  }

  /// `Provider<Model, Pack{Int}>` is written `Provider<Model, Int>`.
  private static func withoutPacks(_ name: String) -> String {
    var words = ""
    var rest = name[...]
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix(", Pack{}") {
        rest = rest.dropFirst(8)
      } else if rest.hasPrefix("Pack{") {
        depth += 1
        rest = rest.dropFirst(5)
      } else if character == "}", depth > 0 {
        depth -= 1
        rest = rest.dropFirst()
      } else {
        words.append(character)
        rest = rest.dropFirst()
      }
    }
    return words
  }

  /// The name with the module, and without the address that stands for the file or the function of a private type.
  private static func qualifiedName(_ type: Any.Type) -> String {
    let pieces = String(reflecting: type).split(separator: "(", omittingEmptySubsequences: false)
    var name = String(pieces[0])
    for piece in pieces.dropFirst() {
      if piece.hasPrefix("unknown context at "), let end = piece.firstIndex(of: ")") {
        name += piece[end...].dropFirst(2)
      } else {
        name += "(" + piece
      }
    }
    return name
  }
}

/// The name of a type as its author writes it: without modules, and without `any` before a protocol.
package func typeName(_ type: Any.Type) -> String {
  TypeNames.written(String(describing: type))
}
