/// The caller's variable for a service: the address of a `Service?` that is `nil` until the service is put there.
///
/// *With a slot the service is put there, unless a box of it exists; without one it is returned in a box.* The key of a registration holds the
/// type, so the factory that fills a slot and the caller whose variable it is mean the same type.
@frozen
@safe
@usableFromInline
package struct Slot: @unchecked Sendable {
  // Unchecked: the resolve that made it uses it alone, and is over before the variable is.
  @usableFromInline
  let address: UnsafeMutableRawPointer

  @usableFromInline
  @inline(__always)
  init(address: UnsafeMutableRawPointer) { unsafe self.address = address }

  @_alwaysEmitIntoClient
  @inline(__always)
  init<Service>(_ variable: UnsafeMutablePointer<Service?>) {
    unsafe self.init(address: UnsafeMutableRawPointer(variable))
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  package func put<Service>(_ service: consuming Service) {
    // The old content is `nil`, and owns nothing.
    unsafe address.assumingMemoryBound(to: Service?.self).initialize(to: service)
  }

  /// Takes what was put here, and boxes it.
  ///
  /// Rare, so the type is opened.
  func takeBox(_ type: Any.Type) -> Instance {
    func take<Service>(_: Service.Type) -> Instance {
      let place = unsafe address.assumingMemoryBound(to: Service?.self)
      let service = unsafe place.move()
      unsafe place.initialize(to: nil)
      return Kept(unsafe service.unsafelyUnwrapped)
    }
    return take(type)
  }
}

/// Says that a result is in no region of its caller's: the container hands it over.
@_alwaysEmitIntoClient
@_transparent
func handedOver<Value>(_ value: consuming Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return unsafe value
}

// MARK: - Arguments

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
