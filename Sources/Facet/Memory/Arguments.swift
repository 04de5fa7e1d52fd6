/// The arguments of a resolve: the address of a tuple.
///
/// Invariant: it is a tuple of the types of the accompanying signature. It lives until the receiving call returns, or as long as the
/// copy that it comes from.
@safe
@usableFromInline
package struct Arguments: @unchecked Sendable {
  // Unchecked: the caller of a resolve permits the use of its arguments where the factory runs.
  @usableFromInline
  let address: UnsafeRawPointer

  @_alwaysEmitIntoClient
  @inline(__always)
  init<Tuple>(_ tuple: UnsafePointer<Tuple>) {
    // A value without bytes may have no address, and would look like missing arguments.
    unsafe self.init(
      address: MemoryLayout<Tuple>.size > 0 ? UnsafeRawPointer(tuple) : Arguments.addressOfNothing)
  }

  /// An address where a value without bytes may be read.
  @_alwaysEmitIntoClient
  @inline(__always)
  static var addressOfNothing: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped }

  @usableFromInline
  @inline(__always)
  init(address: UnsafeRawPointer) {
    unsafe self.address = address
  }

  /// Whether both have the same address, not only equal values.
  package static func === (left: Arguments, right: Arguments) -> Bool { unsafe left.address == right.address }
}

/// A copy of arguments, which outlives the call that passed them.
@safe
package final class ArgumentCopy: @unchecked Sendable {
  // Unchecked: it never changes, and the arguments go where the factory goes.
  private let memory: UnsafeMutableRawPointer
  private let type: Any.Type
  package let arguments: Arguments

  /// Copies a tuple of type `type`.
  package init(_ type: Any.Type, of arguments: Arguments) {
    func open<Tuple>(_: Tuple.Type) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutablePointer<Tuple>.allocate(capacity: 1)
      unsafe memory.initialize(to: arguments.address.assumingMemoryBound(to: Tuple.self).pointee)
      return UnsafeMutableRawPointer(memory)
    }
    self.type = type
    unsafe memory = open(type)
    self.arguments = unsafe Arguments(address: UnsafeRawPointer(memory))
  }

  /// Keeps arguments.
  package static func keeping<each Argument>(_ arguments: repeat each Argument) -> ArgumentCopy {
    unsafe withUnsafePointer(to: (repeat each arguments)) {
      unsafe ArgumentCopy((repeat each Argument).self, of: Arguments($0))
    }
  }

  deinit {
    unsafe ArgumentCopy.end(memory, type)
    unsafe memory.deallocate()
  }

  private static func end(_ memory: UnsafeMutableRawPointer, _ type: Any.Type) {
    func open<Tuple>(_: Tuple.Type) {
      unsafe memory.assumingMemoryBound(to: Tuple.self).deinitialize(count: 1)
    }
    open(type)
  }
}

extension Signature {
  /// The arguments of a resolve as a tuple, which may be empty.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func tuple(_ arguments: Arguments?) -> (repeat each Argument) {
    // Without arguments there is nothing to read.
    let address = unsafe arguments?.address ?? Arguments.addressOfNothing
    return unsafe address.assumingMemoryBound(to: (repeat each Argument).self).pointee
  }
}
