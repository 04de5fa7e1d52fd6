/// The arguments of a resolve: the address of a tuple, whose type is in the key.
@frozen
@safe
@usableFromInline
package struct Arguments: BitwiseCopyable, @unchecked Sendable {
  // Unchecked: the caller of a resolve permits the use of its arguments where the factory runs.
  @usableFromInline
  let address: UnsafeRawPointer?

  @usableFromInline
  @inline(__always)
  init(address: UnsafeRawPointer?) { unsafe self.address = address }

  @_alwaysEmitIntoClient
  @inline(__always)
  init<Tuple>(_ tuple: UnsafePointer<Tuple>) {
    // A value without bytes may have no address, and would look like missing arguments.
    unsafe self.init(
      address: MemoryLayout<Tuple>.size > 0 ? UnsafeRawPointer(tuple) : Arguments.addressOfNothing)
  }
  @_alwaysEmitIntoClient
  @inline(__always)
  static var addressOfNothing: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped }

  @_alwaysEmitIntoClient
  @inline(__always)
  package static var none: Arguments { unsafe Arguments(address: nil) }
  @_alwaysEmitIntoClient
  @inline(__always)
  package var isNone: Bool { unsafe address == nil }

  /// The arguments, of the types in the key.
  @_alwaysEmitIntoClient
  @inline(__always)
  func tuple<Tuple>(_: Tuple.Type) -> Tuple {
    // Without arguments there is nothing to read.
    unsafe (address ?? Arguments.addressOfNothing).assumingMemoryBound(to: Tuple.self).pointee
  }
  static func === (left: Arguments, right: Arguments) -> Bool { unsafe left.address == right.address }

  /// Calls `body` with the arguments in a variable.
  @inlinable
  static func with<Tuple, Result, Failure: Error>(
    _ tuple: Tuple, _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafePointer(to: tuple) { pointer throws(Failure) in try body(unsafe Arguments(pointer)) }
  }
}
