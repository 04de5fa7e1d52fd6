/// How a registered type resembles one that is not registered; the nearest way first.
enum Resemblance: CaseIterable {
  case sameType
  /// An optional of the type.
  case optional
  /// Another type of the same name.
  case namesake
  /// A class that inherits from the type, or a composition with it: a forward is missing.
  case subtype
  /// One of the protocols of a composition, or its class.
  case part
  /// The element type of the array or the dictionary.
  case element

  /// Returns whether a registered type resembles another one, as a function; `nil` if none does.
  func condition(for type: Any.Type) -> ((Any.Type) -> Bool)? {
    switch self {
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
    case .part:
      let parts = parts(of: type)
      return parts.count < 2 ? nil : { parts.isSuperset(of: TypeNames.parts(of: $0)) }
    case .element:
      guard let collection = type as? any ServiceCollection.Type else { return nil }
      let element = ServiceKey(collection.elementType).withoutWrappers.serviceType
      return { $0 == element }
    }
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
