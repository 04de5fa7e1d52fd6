extension Signature {
  /// Whether each value fits in three words, which the compiler keeps in registers.
  @_alwaysEmitIntoClient
  @inline(__always)
  static var isOfWords: Bool {
    for type in repeat (each Argument).self { if isLarge(type) { return false } }
    return true
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  static func isLarge<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size > 3 * MemoryLayout<Int>.size
  }

  /// Moves a value out of the next place that its alignment allows, as `TupleLayout` lays them.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func moved<Value>(_ type: Value.Type, from place: inout UnsafeMutableRawPointer) -> Value {
    let value = place.alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
    place = UnsafeMutableRawPointer(value) + MemoryLayout<Value>.size
    return value.move()
  }
}
