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

  /// Puts an object.
  ///
  /// In generic code, `initialize` would look up the type of the optional at run time, which costs 350 instructions.
  @inline(__always)
  func put<Object: AnyObject>(object: Object) {
    unsafe address.assumingMemoryBound(to: Object?.self).pointee = object
  }

  /// Returns the service that `body` puts into a slot, or returns in a box.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func fill<Service, Failure: Error>(
    _ body: (Slot) throws(Failure) -> Instance?
  ) throws(Failure) -> sending Service {
    var service: Service? = nil
    if let kept = unsafe try body(Slot(&service)) { return handedOver(kept.service(as: Service.self)) }
    return handedOver(unsafe service.unsafelyUnwrapped)
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

/// The arguments of a resolve: the address of a tuple, whose type is in the key, beside the function that reads them one by one.
@frozen
@safe
@usableFromInline
package struct Arguments: BitwiseCopyable, @unchecked Sendable {
  // Unchecked: the caller of a resolve permits the use of its arguments where the factory runs.
  @usableFromInline
  let passed: UnsafePointer<PassedArguments>?

  @_alwaysEmitIntoClient
  @inline(__always)
  init(_ passed: UnsafePointer<PassedArguments>?) { unsafe self.passed = passed }

  @_alwaysEmitIntoClient
  @inline(__always)
  package static var none: Arguments { unsafe Arguments(nil) }
  @_alwaysEmitIntoClient
  @inline(__always)
  package var isNone: Bool { unsafe passed == nil }

  /// The arguments, of the types in the key.
  @_alwaysEmitIntoClient
  @inline(__always)
  func tuple<Tuple>(_: Tuple.Type) -> Tuple {
    // Without arguments there is nothing to read.
    let address = unsafe passed?.pointee.tuple ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    return unsafe address.assumingMemoryBound(to: Tuple.self).pointee
  }
  static func === (left: Arguments, right: Arguments) -> Bool { unsafe left.passed == right.passed }

  /// Asks the arguments something; none, nothing.
  func ask(_ question: inout ArgumentQuestion) {
    if let passed = unsafe passed { unsafe passed.pointee.reader.read(passed.pointee.tuple, &question) }
  }
  /// The reader of the arguments and of a copy of them.
  var reader: ArgumentReader? { unsafe passed?.pointee.reader }

  /// Calls `body` with the arguments in a variable.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func with<each Argument, Result, Failure: Error>(
    _ arguments: repeat each Argument, body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reader = unsafe ArgumentReader { tuple, question in
      let tuple = unsafe tuple.assumingMemoryBound(to: (repeat each Argument).self)
      question.read(repeat each unsafe tuple.pointee)
    }
    return try with((repeat each arguments), readBy: reader, body)
  }
  /// Calls `body` with one argument, which is not copied.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func with<Argument, Result, Failure: Error>(
    one argument: Argument, _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reader = unsafe ArgumentReader { argument, question in
      question.read(unsafe argument.assumingMemoryBound(to: Argument.self).pointee)
    }
    return try with(argument, readBy: reader, body)
  }
  @_alwaysEmitIntoClient
  @inline(__always)
  static func with<Tuple, Result, Failure: Error>(
    _ tuple: Tuple, readBy reader: ArgumentReader,
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafePointer(to: tuple) { tuple throws(Failure) in
      try unsafe withUnsafePointer(to: PassedArguments(tuple: UnsafeRawPointer(tuple), reader: reader)) {
        passed throws(Failure) in try body(unsafe Arguments(passed))
      }
    }
  }
}

/// A tuple of arguments beside what reads them.
@frozen
@unsafe
@usableFromInline
struct PassedArguments {
  @usableFromInline
  let tuple: UnsafeRawPointer
  @usableFromInline
  let reader: ArgumentReader

  @_alwaysEmitIntoClient
  @inline(__always)
  init(tuple: UnsafeRawPointer, reader: ArgumentReader) {
    unsafe self.tuple = tuple
    unsafe self.reader = reader
  }
}

/// Reads the arguments of a tuple one by one: the caller of the resolve makes it, because it alone knows their types.
@frozen
@safe
@usableFromInline
package struct ArgumentReader: Sendable {
  @usableFromInline
  let read: @Sendable (UnsafeRawPointer, inout ArgumentQuestion) -> Void

  @_alwaysEmitIntoClient
  @inline(__always)
  init(_ read: @escaping @Sendable (UnsafeRawPointer, inout ArgumentQuestion) -> Void) {
    unsafe self.read = read
  }
}
