/// The identity of a list of two or more argument types: a tuple of their ``ArgumentType``s.
///
/// A single type stands for itself, and no argument has no identity: so the most frequent resolves ask the runtime for no type.
@usableFromInline
package struct Signature<List> {}

/// The type of one argument, in the class behind a ``Provider``.
///
/// This type distinguishes two arguments from one tuple, and no argument from one of type `Void`.
@frozen
public struct ArgumentType<Value>: Sendable {}

/// The signature of argument types.
@_alwaysEmitIntoClient
@inline(__always)
package func argumentSignature<each Argument>(_ types: repeat (each Argument).Type) -> Any.Type? {
  var (count, last) = (0, nil as Any.Type?)
  for type in repeat each types { (count, last) = (count + 1, type) }
  return count < 2 ? last : Signature<(repeat ArgumentType<each Argument>)>.self
}
/// The signature of a tuple of ``ArgumentType``s, or of a single one.
func argumentSignature<List>(ofList list: List.Type) -> Any.Type? {
  if list == Void.self { return nil }
  return (list as? any SingleArgument.Type)?.type ?? Signature<List>.self
}

@usableFromInline
func argumentTypes<each Argument>(_ types: repeat (each Argument).Type) -> [Any.Type] {
  var all: [Any.Type] = []
  repeat all.append(each types)
  return all
}

package func argumentTypes(of signature: Any.Type?) -> [Any.Type] {
  guard let signature else { return [] }
  return (signature as? any ArgumentList.Type)?.types ?? [signature]
}

/// The parameters of a factory as one type: a resolver, and the arguments.
func factoryParameters(of signature: Any.Type?) -> Any.Type {
  func parameters<each Known>(
    _ rest: ArraySlice<Any.Type>, after known: repeat (each Known).Type
  ) -> Any.Type {
    func adding<Next>(_ next: Next.Type) -> Any.Type {
      parameters(rest.dropFirst(), after: repeat each known, next)
    }
    guard let next = rest.first else { return (any Resolver, repeat each Known).self }
    return adding(next)
  }
  return parameters(argumentTypes(of: signature)[...])
}

/// A list of argument types, found by its identity.
private protocol ArgumentList {
  static var types: [Any.Type] { get }
}
private protocol SingleArgument {
  static var type: Any.Type { get }
}
extension ArgumentType: SingleArgument {
  fileprivate static var type: Any.Type { Value.self }
}
extension Signature: ArgumentList {
  /// A value of the tuple has no bytes, so it can be made of none; and reflection sees its elements.
  fileprivate static var types: [Any.Type] {
    Mirror(reflecting: valueWithoutBytes(of: List.self)).children.compactMap { element in
      (Swift.type(of: element.value) as? any SingleArgument.Type)?.type
    }
  }
}

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
