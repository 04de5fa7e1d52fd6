/// What can be done with a value in raw memory whose type is known only at run time.
enum OpaqueValue {
  static func copy(_ type: Any.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    func open<Value>(_: Value.Type) {
      target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).pointee)
    }
    open(type)
  }

  static func destroy(_ type: Any.Type, at pointer: UnsafeMutableRawPointer) {
    func open<Value>(_: Value.Type) {
      pointer.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
    open(type)
  }

  static func boxed(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Any {
    func open<Value>(_: Value.Type) -> Any { pointer.assumingMemoryBound(to: Value.self).pointee }
    return open(type)
  }

  /// The type of the value at `pointer`; of what it holds, if `type` is a protocol.
  static func dynamicType(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Any.Type {
    func open<Value>(_: Value.Type) -> Any.Type {
      // Through `Any`, for otherwise it is the static type where that is a protocol.
      Swift.type(of: pointer.assumingMemoryBound(to: Value.self).pointee as Any)
    }
    return open(type)
  }

  /// The object in the value at `pointer`, whose dynamic type is a class.
  static func object(_ type: Any.Type, at pointer: UnsafeRawPointer) -> AnyObject? {
    // A dynamic cast looks into a value of protocol type; a conversion would box it.
    func open<Value, Object>(_: Value.Type, _: Object.Type) -> Object? {
      pointer.assumingMemoryBound(to: Value.self).pointee as? Object
    }
    return open(type, AnyObject.self)
  }

  static func isValue(_ value: Any, of type: Any.Type) -> Bool {
    func open<Value>(_: Value.Type) -> Bool { value is Value }
    return open(type)
  }

  /// Writes `value` as a `type`; false, with nothing written, if it is none.
  static func write(_ value: Any, as type: Any.Type, to target: UnsafeMutableRawPointer) -> Bool {
    func open<Value>(_: Value.Type) -> Bool {
      guard let typed = value as? Value else { return false }
      target.initializeMemory(as: Value.self, to: typed)
      return true
    }
    return open(type)
  }

  /// Writes the value at `source` as another type; false, with nothing written, if it is none.
  static func cast(
    _ type: Any.Type, at source: UnsafeRawPointer, to targetType: Any.Type, at target: UnsafeMutableRawPointer
  ) -> Bool {
    func open<Value, Target>(_: Value.Type, _: Target.Type) -> Bool {
      guard let cast = source.assumingMemoryBound(to: Value.self).pointee as? Target else { return false }
      target.initializeMemory(as: Target.self, to: cast)
      return true
    }
    return open(type, targetType)
  }

  static func size(_ type: Any.Type) -> Int {
    func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return open(type)
  }

  static func allocate(_ type: Any.Type) -> UnsafeMutableRawPointer {
    func open<Value>(_: Value.Type) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(UnsafeMutablePointer<Value>.allocate(capacity: 1))
    }
    return open(type)
  }
}
