/// A reference that is not counted.
///
/// Somebody else holds the object: a frame's record and container are held by the resolve that made the frame, and the
/// container of a registry by the code that resolves with it.
@safe
struct Borrowed<Object: AnyObject>: Equatable, BitwiseCopyable, @unchecked Sendable {
  // Unchecked: it is used by the thread of the resolve that holds the object.
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }
  @inline(__always)
  func read<Result, Failure: Error>(_ body: (Object) throws(Failure) -> Result) throws(Failure) -> Result {
    try unsafe body(reference.takeUnretainedValue())
  }
  @inline(__always)
  func isSame(_ other: Object) -> Bool {
    unsafe reference.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
  @inline(__always)
  static func == (left: Borrowed, right: Borrowed) -> Bool {
    unsafe left.reference.toOpaque() == right.reference.toOpaque()
  }
}

// Reflection prints what it finds, and would read an object that is gone.
extension Borrowed: CustomReflectable, CustomDebugStringConvertible {
  var customMirror: Mirror { Mirror(self, children: []) }
  var debugDescription: String { "\(Object.self)" }
}

/// A downcast that the caller has checked by a flag of the object.
@_alwaysEmitIntoClient
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
/// Equal bytes of one type are one value.
///
/// The reverse is not promised: then the values count as different.
func haveSameBytes(_ left: Any, _ right: Any) -> Bool {
  func compare<Value>(_: Value.Type) -> Bool {
    guard let left = left as? Value, let right = right as? Value else { return false }
    return unsafe withUnsafeBytes(of: left) { left in
      unsafe withUnsafeBytes(of: right) { right in unsafe left.elementsEqual(right) }
    }
  }
  let type: Any.Type = Swift.type(of: left)
  return compare(type)
}

/// The value of a type that has no bytes.
func valueWithoutBytes<Value>(of _: Value.Type) -> Value {
  precondition(MemoryLayout<Value>.size == 0, "A value of this type has bytes")
  return unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
    unsafe nothing.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Value.self).pointee
  }
}
