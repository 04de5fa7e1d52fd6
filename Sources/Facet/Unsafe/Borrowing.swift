/// Gives the value at `pointer` to `body` without copying it.
///
/// For a `Value` that may not be copyable, the compiler cannot copy it on the way; so a reference in it is not counted.
@inlinable
@inline(__always)
func withBorrowed<Value: ~Copyable>(
  _ pointer: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Void
) rethrows {
  try body(pointer.pointee)
}
