/// The value in an optional, however many there are around it.
func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any AnyOptional else { return value }
  return optional.wrappedValue.flatMap(unwrapped)
}

protocol AnyOptional { var wrappedValue: Any? { get } }
extension Optional: AnyOptional { var wrappedValue: Any? { map { $0 } } }

/// The object that a value is; `nil` for a value.
package func reference(in value: Any?) -> AnyObject? {
  // A dynamic cast also finds the object in `any Error`. A conversion would put the error in a box.
  func cast<Object>(_ value: Any, to _: Object.Type) -> Object? { value as? Object }
  guard let value, type(of: value) is AnyClass else { return nil }
  return cast(value, to: AnyObject.self)
}

/// A value that reflection does not show.
///
/// `dump`, a `Mirror` and a failing `#expect` read stored properties without the lock that guards them, and follow each reference.
@usableFromInline
package protocol Opaque: CustomReflectable {}

extension Opaque {
  @usableFromInline
  package var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}

/// A reference that does not keep its object alive, as a value.
struct WeakReference: @unchecked Sendable {
  // Unchecked for the object: code that reads the reference respects the rules of its owner.
  weak var object: AnyObject?
}
