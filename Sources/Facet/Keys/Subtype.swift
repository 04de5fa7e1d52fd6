/// Whether every instance of a class is one of another class.
package func isSubclass(_ subclass: AnyClass, of other: AnyClass) -> Bool {
  func open<Other: AnyObject>(_: Other.Type) -> Bool { subclass is Other.Type }
  return _openExistential(other, do: open)
}

/// Whether a type conforms to a protocol; `nil` if `protocolType` is none, or the runtime cannot name the types that conform.
package func conforms(_ type: Any.Type, to protocolType: Any.Type) -> Bool? {
  // For `any P`, that is `any P.Type`.
  guard let name = _mangledTypeName(protocolType), name.hasSuffix("_p"),
    let conforming = _typeByName(name + "Xp")
  else { return nil }
  func open<Conforming>(_: Conforming.Type) -> Bool { type is Conforming }
  return _openExistential(conforming, do: open)
}

/// Whether the types tell, without an instance, that every value of one is a value of another.
func isSubtype(_ type: Any.Type, of other: Any.Type) -> Bool {
  if let subclass = type as? AnyClass, let other = other as? AnyClass {
    return isSubclass(subclass, of: other)
  }
  return conforms(type, to: other) == true
}

/// The optional of a type.
func optionalType(of type: Any.Type) -> Any.Type {
  func optional<Wrapped>(_: Wrapped.Type) -> Any.Type { Wrapped?.self }
  return optional(type)
}
