/// Operations on a value in raw memory whose type is known only at run time.
///
/// Invariant: the memory is large enough and aligned for the type. A function that reads it finds a value of that
/// type there.
package enum OpaqueValue {
  package static func copy(
    _ type: Any.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    func open<Value>(_: Value.Type) {
      target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).pointee)
    }
    open(type)
  }

  package static func destroy(_ type: Any.Type, at pointer: UnsafeMutableRawPointer) {
    func open<Value>(_: Value.Type) {
      pointer.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
    open(type)
  }

  static func boxed(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Any {
    func open<Value>(_: Value.Type) -> Any { pointer.assumingMemoryBound(to: Value.self).pointee }
    return open(type)
  }

  /// The type of the value at `pointer`, or of the value in it if `type` is a protocol.
  package static func dynamicType(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Any.Type {
    func open<Value>(_: Value.Type) -> Any.Type {
      // Without `Any`, the result for a protocol would be the protocol.
      Swift.type(of: pointer.assumingMemoryBound(to: Value.self).pointee as Any)
    }
    return open(type)
  }

  /// The object in the value at `pointer`, whose dynamic type is a class.
  static func object(_ type: Any.Type, at pointer: UnsafeRawPointer) -> AnyObject? {
    // A dynamic cast looks into a value of protocol type. A conversion would put it in a box.
    func open<Value, Object>(_: Value.Type, _: Object.Type) -> Object? {
      pointer.assumingMemoryBound(to: Value.self).pointee as? Object
    }
    return open(type, AnyObject.self)
  }

  static func isValue(_ value: Any, of type: Any.Type) -> Bool {
    func open<Value>(_: Value.Type) -> Bool { value is Value }
    return open(type)
  }

  /// Writes `value` as a `type`; false, with nothing written, if it is not one.
  static func write(_ value: Any, as type: Any.Type, to target: UnsafeMutableRawPointer) -> Bool {
    func open<Value>(_: Value.Type) -> Bool {
      guard let typed = value as? Value else { return false }
      target.initializeMemory(as: Value.self, to: typed)
      return true
    }
    return open(type)
  }

  /// Writes the value at `source` as another type; false, with nothing written, if it is not one.
  package static func cast(
    _ type: Any.Type, at source: UnsafeRawPointer, to targetType: Any.Type, at target: UnsafeMutableRawPointer
  ) -> Bool {
    func open<Value, Target>(_: Value.Type, _: Target.Type) -> Bool {
      guard let cast = source.assumingMemoryBound(to: Value.self).pointee as? Target else { return false }
      target.initializeMemory(as: Target.self, to: cast)
      return true
    }
    return open(type, targetType)
  }

  package static func size(_ type: Any.Type) -> Int {
    func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return open(type)
  }

  package static func alignment(_ type: Any.Type) -> Int {
    func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.alignment }
    return open(type)
  }

  package static func allocate(_ type: Any.Type) -> UnsafeMutableRawPointer {
    func open<Value>(_: Value.Type) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    return open(type)
  }
}

/// A copy of arguments, which outlives the call that passed them.
package final class ArgumentCopy {
  package let pointer: UnsafeMutableRawPointer
  private let type: Any.Type

  /// Copies a tuple of type `type`.
  package init(_ type: Any.Type, from source: UnsafeRawPointer) {
    self.type = type
    pointer = OpaqueValue.allocate(type)
    OpaqueValue.copy(type, from: source, to: pointer)
  }

  deinit {
    OpaqueValue.destroy(type, at: pointer)
    pointer.deallocate()
  }
}

/// Passes the value at `pointer` to `body` without a copy.
///
/// `Value` may not be copyable, so the compiler cannot copy it. So a reference in it is not counted.
@_alwaysEmitIntoClient
@inline(__always)
func withBorrowed<Value: ~Copyable>(
  _ pointer: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Void
) rethrows {
  try body(pointer.pointee)
}
