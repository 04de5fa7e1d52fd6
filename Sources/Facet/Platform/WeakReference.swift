/// A reference that does not keep its object alive, as a value.
struct WeakReference: @unchecked Sendable {
  // Unchecked for the object: the code that reads the reference does with it what its owner allows.
  weak var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }
}
