/// A reference that does not keep its object alive, as a value.
struct WeakReference: @unchecked Sendable {
  // Unchecked for the object: code that reads the reference respects the rules of its owner.
  weak var object: AnyObject?
}
