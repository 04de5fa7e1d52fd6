/// What builds a service: the client's closure itself where that can be called without knowing the types in it.
///
/// A closure that is kept in a structure generic in its types has one calling convention for all of them: it writes its result to an address,
/// and it reads a resolver, and each argument, from an address. So a call needs room for the result and the places of the arguments, not
/// their types, and no closure of Facet's has to stand between, one for each registration, which costs memory, code and a second call.
///
/// A closure is kept, and called, as one that is given addresses and makes `Words`. That is sound because
/// - it comes from an `UncheckedFactory<Service>` or one of its like, and the same structure with another result is called in the same way;
///   it writes no more than there is room for;
/// - a resolver is of protocol type, and so given by its address; arguments are a pack, and so given by the address of the array of their
///   addresses;
/// - the service is moved, as words, from where the closure wrote it to where it belongs, and that is what a move does if a type is bitwise
///   takable.
///
/// Other services, and factories of many arguments, have a closure of Facet's around theirs.
@usableFromInline
package enum Factory: Sendable {
  case ofResolver(ResolverCall<Words>)
  case ofNothing(PlainCall<Words>)
  case ofArguments(ArgumentCall<Words>)
  case general(General)

  /// Builds a service at `result`.
  ///
  /// `resolver` is the address of an `any Resolver`, the container that builds: handing it over counts no reference,
  /// which threads that use one container would contend for.
  @usableFromInline package typealias General =
    @Sendable (
      _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) throws -> Void

  // One function for each: in a debug build all cases of one would take their room on the stack together.

  /// Builds a service of `size` bytes at `result` by a resolver and no arguments, as most are; false if the factory is of another kind.
  @inline(__always)
  func build(_ resolver: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ size: Int32) throws -> Bool {
    switch self {
    case .ofResolver(let factory): try factory(resolver).move(to: result, size)
    case .ofNothing, .ofArguments, .general: return false
    }
    return true
  }

  /// Builds a service of `size` bytes at `result` by nothing; false if the factory is of another kind.
  @inline(__always)
  func buildPlainly(_ result: UnsafeMutableRawPointer, _ size: Int32) throws -> Bool {
    switch self {
    case .ofNothing(let factory): try factory().move(to: result, size)
    case .ofResolver, .ofArguments, .general: return false
    }
    return true
  }

  /// Builds a service at `result` by a closure of Facet's; false if there is none.
  @inline(__always)
  func buildGenerally(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws -> Bool {
    switch self {
    case .general(let factory): try factory(resolver, arguments, result)
    case .ofResolver, .ofNothing, .ofArguments: return false
    }
    return true
  }

  /// Builds a service of `size` bytes by arguments, whose `operations` know where they lie.
  @inline(__always)
  func buildByArguments(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ operations: ArgumentOperations?,
    _ result: UnsafeMutableRawPointer, _ size: Int32
  ) throws {
    switch self {
    case .ofArguments(let factory):
      // Without arguments there is nothing to read, from whatever address.
      let addresses = operations?.addresses(of: arguments.unsafelyUnwrapped) ?? ArgumentAddresses(result)
      try withUnsafePointer(to: addresses) { try factory(resolver, $0) }.move(to: result, size)
    case .ofResolver, .ofNothing, .general: break
    }
  }
}

/// Room for what is moved as words: a class type, a protocol type of one protocol, a string.
@usableFromInline
package struct Words: BitwiseCopyable, Sendable {
  private let words: (UInt, UInt, UInt, UInt, UInt)

  /// Writes the first `size` bytes.
  ///
  /// The first word last, so that the compiler reads the others only if there are any: most services are one word.
  @inline(__always)
  func move(to result: UnsafeMutableRawPointer, _ size: Int32) {
    let size = size / Int32(MemoryLayout<UInt>.size)
    let result = result.assumingMemoryBound(to: UInt.self)
    if size > 1 {
      (result + 1).initialize(to: words.1)
      if size > 2 { (result + 2).initialize(to: words.2) }
      if size > 3 { (result + 3).initialize(to: words.3) }
      if size > 4 { (result + 4).initialize(to: words.4) }
    }
    result.initialize(to: words.0)
  }
}

/// A factory that receives the address of a resolver.
@usableFromInline
package struct ResolverCall<Words>: Sendable {
  private let call: @Sendable (UnsafeRawPointer) throws -> Words

  @inline(__always)
  fileprivate func callAsFunction(_ resolver: UnsafeRawPointer) throws -> Words { try call(resolver) }
}

/// A factory that needs nothing.
@usableFromInline
package struct PlainCall<Words>: Sendable {
  private let call: @Sendable () throws -> Words

  @inline(__always)
  fileprivate func callAsFunction() throws -> Words { try call() }
}

/// A factory that receives the address of a resolver, and of the array of the addresses of its arguments.
@usableFromInline
package struct ArgumentCall<Words>: Sendable {
  private let call: @Sendable (UnsafeRawPointer, UnsafePointer<ArgumentAddresses>) throws -> Words

  @inline(__always)
  fileprivate func callAsFunction(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafePointer<ArgumentAddresses>
  ) throws -> Words { try call(resolver, arguments) }
}
