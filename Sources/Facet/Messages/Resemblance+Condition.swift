extension Resemblance {
  /// Returns whether a registration resembles one of another type, as a function; `nil` if none does.
  func condition(for type: Any.Type) -> ((Registration) -> Bool)? {
    if case .conforming = self {
      return { registration in
        registration.record.keptInstance?.isInstance(of: type) == true
      }
    }
    return typeCondition(for: type).map { resembles in { resembles($0.serviceType) } }
  }
  private func typeCondition(for type: Any.Type) -> ((Any.Type) -> Bool)? {
    switch self {
    case .conforming: return nil
    case .sameType: return { $0 == type }
    case .optional:
      let optional = optionalType(of: type)
      return { $0 == optional }
    case .namesake:
      let name = typeName(type)
      return { typeName($0) == name }
    case .subtype:
      let parts = parts(of: type)
      return { isSubclass($0, of: type) || Resemblance.isComposition($0, containing: parts) }
    case .namedAlike:
      let name = typeName(type)
      guard TypeNames.isProtocol(type), name.count > 2 else { return nil }
      return { !TypeNames.isProtocol($0) && typeName($0).contains(part: name) }
    case .part:
      let parts = parts(of: type)
      return parts.count < 2 ? nil : { parts.isSuperset(of: TypeNames.parts(of: $0)) }
    case .element:
      guard let collection = type as? any ServiceList.Type else { return nil }
      let element = ServiceKey(collection.elementType).withoutWrappers.serviceType
      return { $0 == element }
    case .relative:
      // A list of other elements is no relative.
      if type is any ServiceList.Type { return nil }
      let outline = outline(of: type)
      return { self.outline(of: $0) == outline }
    }
  }

  private func outline(of type: Any.Type) -> String {
    var (text, last, depth) = ("", Character(" "), 0)
    for character in typeName(type) {
      if character == "<" { depth += 1 }
      if depth == 0 { text.append(character) }
      if character == ">", last != "-" { depth -= 1 }
      last = character
    }
    // Labels and attributes leave no more than the parentheses before them.
    let words = text.split(separator: " ").map { word in
      word.hasSuffix(":") || word.hasSuffix("@Sendable") ? word.prefix { $0 == "(" } : word
    }
    return words.joined()
  }

  private func parts(of type: Any.Type) -> Set<String> {
    TypeNames.isProtocol(type) ? TypeNames.parts(of: type) : []
  }

  /// Whether every value of a registered protocol type also has the other types.
  private static func isComposition(_ type: Any.Type, containing parts: Set<String>) -> Bool {
    !parts.isEmpty && TypeNames.isProtocol(type) && parts.isSubset(of: TypeNames.parts(of: type))
  }
}

extension ServiceKey {
  /// The key of the service within any number of wrappers.
  fileprivate var withoutWrappers: ServiceKey { wrapped?.key.withoutWrappers ?? self }
}
