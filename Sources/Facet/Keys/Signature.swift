/// The identity of a list of two or more argument types.
///
/// A single type stands for itself, and no argument has no identity: so the most frequent resolves ask the runtime for no type.
@usableFromInline
package struct Signature<each Argument> {
  @_alwaysEmitIntoClient
  @inline(__always)
  package static var identity: Any.Type? {
    var (count, last) = (0, nil as Any.Type?)
    for type in repeat (each Argument).self { (count, last) = (count + 1, type) }
    return count < 2 ? last : Self.self
  }
  @_alwaysEmitIntoClient
  @inline(__always)
  static var isEmpty: Bool {
    for _ in repeat (each Argument).self { return false }
    return true
  }
  @usableFromInline
  static var types: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }
}

/// A list of argument types, found by its identity.
private protocol ArgumentList {
  static var types: [Any.Type] { get }
  static var factoryParameters: Any.Type { get }
  static func keep(_ arguments: Arguments) -> KeptArguments
  static func hash(_ arguments: Arguments) -> Int
}
extension Signature: ArgumentList {
  fileprivate static var factoryParameters: Any.Type { (any Resolver, repeat each Argument).self }
  fileprivate static func keep(_ arguments: Arguments) -> KeptArguments {
    ArgumentTuple<repeat each Argument>(arguments)
  }
  fileprivate static func hash(_ arguments: Arguments) -> Int {
    var hash = 1
    for value in repeat each arguments.tuple((repeat each Argument).self) {
      hash = (hash &* 31) ^ argumentHash(value)
    }
    return hash
  }
}

/// The numbers of arguments that equal nothing, so that a recursion over them does not compare each with all.
private let strangers = Counter()

/// A hash that equal values share, as `KeptArguments` compares them.
private func argumentHash(_ argument: Any, depth: Int = 0) -> Int {
  let object = reference(in: argument)
  if let value = argument as? any Hashable {
    return object != nil || isEqualToItself(value) ? value.hashValue : strangers.next()
  }
  if object == nil, let optional = argument as? any AnyOptional {
    return optional.wrappedValue.map { argumentHash($0, depth: depth) } ?? 0
  }
  // Equal ones may have other parts.
  if argument is any Equatable { return 0 }
  if let object { return ObjectIdentifier(object).hashValue }
  if let type = argument as? Any.Type { return ObjectIdentifier(type).hashValue }
  if let dictionary = argument as? any KeyedValues {
    return dictionary.keyedValues.reduce(0) { hash, pair in
      hash ^ (pair.key.hashValue &* 31) ^ argumentHash(pair.value, depth: depth + 1)
    }
  }
  guard let parts = Parts(argument, depth: depth) else { return 0 }
  return parts.values.reduce(parts.name?.hashValue ?? 1) { hash, part in
    (hash &* 31) ^ argumentHash(part, depth: depth + 1)
  }
}
private func isEqualToItself<Value: Hashable>(_ value: Value) -> Bool { value == value }

package func argumentTypes(of signature: Any.Type?) -> [Any.Type] {
  guard let signature else { return [] }
  return (signature as? any ArgumentList.Type)?.types ?? [signature]
}

/// The parameters of a factory as one type: a resolver, and the arguments.
func factoryParameters(of signature: Any.Type?) -> Any.Type {
  guard let signature else { return (any Resolver).self }
  func single<Argument>(_: Argument.Type) -> Any.Type { Signature<Argument>.factoryParameters }
  return (signature as? any ArgumentList.Type)?.factoryParameters ?? single(signature)
}

extension Arguments {
  /// A hash that equal arguments share.
  ///
  /// What has `==` alone does not count.
  func hash(_ signature: Any.Type?) -> Int {
    guard let signature, !isNone else { return 0 }
    if let list = signature as? any ArgumentList.Type { return list.hash(self) }
    func single<Argument>(_: Argument.Type) -> Int { Signature<Argument>.hash(self) }
    return single(signature)
  }
}

extension KeptArguments {
  /// A copy of arguments; `nil` if there are none.
  ///
  /// The types are opened.
  package static func keep(_ arguments: Arguments, _ signature: Any.Type?) -> KeptArguments? {
    guard let signature, !arguments.isNone else { return nil }
    func single<Argument>(_: Argument.Type) -> KeptArguments { ArgumentTuple<Argument>(arguments) }
    return (signature as? any ArgumentList.Type)?.keep(arguments) ?? single(signature)
  }
}
