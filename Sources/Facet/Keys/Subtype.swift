/// Whether the types alone show that every value of one is a value of another: the same type, or a class and its superclass.
///
/// Only a value can tell whether its type conforms to a protocol.
package func isSubclass(_ type: Any.Type, of other: Any.Type) -> Bool {
  func open<Other>(_: Other.Type) -> Bool { type is Other.Type }
  return open(other)
}

/// The optional of a type.
func optionalType(of type: Any.Type) -> Any.Type {
  func optional<Wrapped>(_: Wrapped.Type) -> Any.Type { Wrapped?.self }
  return optional(type)
}
