/// A reference that is not counted.
///
/// Counting costs some 5 ns each time, and threads that count the references of one object slow one another down. So objects
/// that a resolve only passes on are borrowed.
///
/// Invariant: another owner keeps the object while the reference is used. A thread that resolves is a participant of
/// `Reclamation`: objects that it loads from a registry outlive the resolve.
@safe
@usableFromInline
package struct Borrowed<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: a reference goes to another thread only if its object may.
  @usableFromInline
  let reference: Unmanaged<Object>

  @inlinable
  package init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  @inline(__always)
  fileprivate init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// Reads a property of the object without counting a reference to it.
  ///
  /// Transparent, like `Slot.with`, so that even in a debug build no frames lie on the stack between one service and the
  /// next.
  @inlinable
  @_transparent
  package func read<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    unsafe try reference._withUnsafeGuaranteedRef(body)
  }

  /// The object, counted.
  @inlinable
  @inline(__always)
  package var object: Object { unsafe reference.takeUnretainedValue() }

  /// A unique number among living objects.
  @inlinable
  @inline(__always)
  package var identity: UInt { UInt(bitPattern: unsafe reference.toOpaque()) }

  /// The same object as a subclass, which the caller knows.
  @inline(__always)
  func cast<Subclass: AnyObject>(to type: Subclass.Type) -> Borrowed<Subclass> {
    assert(object is Subclass, "Not a \(type)")
    return unsafe Borrowed<Subclass>(unsafe .fromOpaque(reference.toOpaque()))
  }
}

extension Borrowed: Equatable {
  @inlinable
  @inline(__always)
  package static func == (left: Borrowed, right: Borrowed) -> Bool { left.identity == right.identity }
}

/// A reference that is counted manually: its owner releases it once.
///
/// For memory that is moved and freed without visiting its contents.
@safe
struct Retained<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) {
    unsafe reference = .passRetained(object)
  }

  @inline(__always)
  var borrowed: Borrowed<Object> { unsafe Borrowed(unsafe reference) }

  @inline(__always)
  func release() {
    unsafe reference.release()
  }
}

extension Unmanaged {
  /// The reference without its owner's count.
  @inline(__always)
  var borrowed: Borrowed<Instance> { unsafe Borrowed(self) }
}
