/// The numbers of arguments that never compare equal, so that a recursion over them does not compare each with all.
private let strangers = Counter()

/// A hash that equal values share, as `KeptArguments` compares them.
func argumentHash(_ argument: Any, depth: Int = 0) -> Int {
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
