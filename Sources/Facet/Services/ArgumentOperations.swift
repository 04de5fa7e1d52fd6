/// What the resolution does with arguments of types that only the registration knew.
///
/// Made once for each registration that takes arguments, so that a resolve looks for no conformance.
struct ArgumentOperations: Sendable {
  /// The tuple of the arguments.
  let type: Any.Type
  private let elements: [Element]

  init<each Argument>(_ signature: Signature<repeat each Argument>.Type) {
    type = (repeat each Argument).self
    var elements: [Element] = []
    var end = 0
    for argument in repeat (each Argument).self { elements.append(Element(argument, after: &end)) }
    self.elements = elements
  }

  /// Whether two lists of arguments are the same.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left == right || elements.allSatisfy { $0.isEqual(left + $0.offset, right + $0.offset) }
  }

  /// A number that equal lists have in common.
  func hash(_ arguments: UnsafeRawPointer) -> UInt {
    elements.reduce(0) { hash, element in
      (hash &* 31) ^ UInt(bitPattern: element.hash(arguments + element.offset))
    }
  }
}

/// One argument in the memory of the tuple.
private struct Element: @unchecked Sendable {
  // Unchecked for the metatypes, which nothing changes.
  let offset: Int
  private let type: Any.Type
  private let equatable: (any Equatable.Type)?
  private let hashable: (any Hashable.Type)?

  /// Places an element behind the others, as tuples are laid out: at the next address of its alignment.
  init<Value>(_ type: Value.Type, after end: inout Int) {
    let alignment = MemoryLayout<Value>.alignment
    offset = (end + alignment - 1) / alignment * alignment
    end = offset + MemoryLayout<Value>.size
    self.type = type
    equatable = type as? any Equatable.Type
    hashable = type as? any Hashable.Type
  }

  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    func open<Value: Equatable>(_: Value.Type) -> Bool {
      left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
    }
    return equatable.map { open($0) } ?? areSame(type, left, right)
  }

  func hash(_ pointer: UnsafeRawPointer) -> Int {
    func open<Value: Hashable>(_: Value.Type) -> Int {
      pointer.assumingMemoryBound(to: Value.self).pointee.hashValue
    }
    return hashable.map { open($0) } ?? 0
  }
}

/// Whether two values of a type without a known `==` are the same.
///
/// By the `==` of what they hold, if that has one; else objects by identity, and values by their bytes.
private func areSame(_ type: Any.Type, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
  let kind = OpaqueValue.dynamicType(type, at: left)
  guard kind == OpaqueValue.dynamicType(type, at: right) else { return false }
  func compare<Known: Equatable>(_ left: Known) -> Bool {
    left == OpaqueValue.boxed(type, at: right) as? Known
  }
  if let left = OpaqueValue.boxed(type, at: left) as? any Equatable { return compare(left) }
  if kind is AnyClass { return OpaqueValue.object(type, at: left) === OpaqueValue.object(type, at: right) }
  let size = OpaqueValue.size(type)
  return UnsafeRawBufferPointer(start: left, count: size)
    .elementsEqual(UnsafeRawBufferPointer(start: right, count: size))
}
