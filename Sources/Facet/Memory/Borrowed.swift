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
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
