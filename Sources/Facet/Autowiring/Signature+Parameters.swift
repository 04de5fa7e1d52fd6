extension Signature {
  /// Moves a value out of the next place that its alignment allows, as `TupleLayout` lays them.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func moved<Value>(_ type: Value.Type, from place: inout UnsafeMutableRawPointer) -> Value {
    let value = place.alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
    place = UnsafeMutableRawPointer(value) + MemoryLayout<Value>.size
    return value.move()
  }
}
