/// The arguments of a resolve: the address of a tuple of theirs.
///
/// Invariant: it is a tuple of the types of the signature that stands beside it. It lives until the call that was handed it returns,
/// or as long as the copy that it was made of.
@safe
@usableFromInline
package struct Arguments: @unchecked Sendable {
  // Unchecked: who resolves lets the arguments be used where the factory runs.
  @usableFromInline
  let address: UnsafeRawPointer

  @_alwaysEmitIntoClient
  @inline(__always)
  init<Tuple>(_ tuple: UnsafePointer<Tuple>) {
    // What has no bytes may have no address, and would look like no arguments.
    unsafe self.init(
      address: MemoryLayout<Tuple>.size > 0 ? UnsafeRawPointer(tuple) : Arguments.addressOfNothing)
  }

  /// Where a value without bytes may be read.
  @_alwaysEmitIntoClient
  @inline(__always)
  static var addressOfNothing: UnsafeRawPointer { unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped }

  @usableFromInline
  @inline(__always)
  init(address: UnsafeRawPointer) {
    unsafe self.address = address
  }

  /// Whether both are in one place, not only equal.
  package static func === (left: Arguments, right: Arguments) -> Bool { unsafe left.address == right.address }
}

/// A copy of arguments, which outlives the call that passed them.
@safe
package final class ArgumentCopy: @unchecked Sendable {
  // Unchecked: it is never changed, and the arguments go where the factory goes.
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
  /// The arguments of a resolve as the tuple that they are; there may be none.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func tuple(_ arguments: Arguments?) -> (repeat each Argument) {
    // Without arguments there is nothing to read.
    let address = unsafe arguments?.address ?? Arguments.addressOfNothing
    return unsafe address.assumingMemoryBound(to: (repeat each Argument).self).pointee
  }
}
