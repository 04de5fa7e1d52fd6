/// A reference that is not counted.
///
/// Counting costs some 5 ns each time, and threads that count the references of one object disturb one another. So what a
/// resolve only passes on is borrowed.
///
/// Invariant: somebody else keeps the object for as long as the reference is used. A thread that resolves is a participant
/// of `Reclamation`: what it loads from a registry outlives the resolve.
@safe
@usableFromInline
package struct Borrowed<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: a reference goes to other threads only where its object may.
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

  /// Reads something of the object without counting a reference to it.
  ///
  /// Transparent, as `Slot.with`, so that also in a debug build no frames lie on the stack between one service and the next.
  @inlinable
  @_transparent
  package func read<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    unsafe try reference._withUnsafeGuaranteedRef(body)
  }

  /// The object, counted.
  @inlinable
  @inline(__always)
  package var object: Object { unsafe reference.takeUnretainedValue() }

  /// A number that no other living object has.
  @inlinable
  @inline(__always)
  package var identity: UInt { UInt(bitPattern: unsafe reference.toOpaque()) }

  /// The same object as one of a subclass, which the caller knows it to be of.
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

/// A reference that is counted by hand: its owner releases it, once.
///
/// For memory that is moved and freed without a look at what is in it.
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
