/// What builds a service: the client's closure itself where that can be called without knowing the types in it.
///
/// A closure that is kept in a structure generic in its types has one calling convention for all of them: it writes its result to an address,
/// and reads its arguments from the addresses that an array has. So a call needs the size of the result and the places of the arguments, not
/// their types, and no closure of Facet's has to stand between, one for each registration, which costs memory, code and a second call.
///
/// A closure is kept, and called, as one with a result of as many words as the service has. That is sound, for
/// - it comes from an `UncheckedFactory<Service>` or one of its like, and the same structure with another result of the same size is called
///   in the same way; arguments are a pack, which is handed over as the address of the array of their addresses;
/// - the service is moved, as words, from where the closure wrote it to where it belongs, and that is what a move does if a type is bitwise
///   takable.
///
/// Other services, and factories of many arguments, have a closure of Facet's around theirs.
@usableFromInline
package enum Factory: Sendable {
  case one(UncheckedFactory<OneWord>)
  case two(UncheckedFactory<TwoWords>)
  case five(UncheckedFactory<FiveWords>)
  case oneOfNothing(UncheckedMaker<OneWord>)
  case twoOfNothing(UncheckedMaker<TwoWords>)
  case fiveOfNothing(UncheckedMaker<FiveWords>)
  case oneOfArguments(PackFactory<OneWord>)
  case twoOfArguments(PackFactory<TwoWords>)
  case fiveOfArguments(PackFactory<FiveWords>)
  case general(General)

  /// Builds a service at `result`.
  ///
  /// `resolver` is the address of an `any Resolver`, the container that builds: handing it over counts no reference,
  /// which threads that use one container would contend for.
  @usableFromInline package typealias General =
    @Sendable (
      _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) throws -> Void

  /// Builds a service at `result`.
  ///
  /// What receives arguments is left to `buildOfArguments`, which has more to do, so that the others need no registers for that.
  @inline(__always)
  func build(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    buildOfArguments: () throws -> Void
  ) throws {
    switch self {
    case .one(let factory): try make(by: factory, resolver, result)
    case .two(let factory): try make(by: factory, resolver, result)
    case .five(let factory): try make(by: factory, resolver, result)
    case .oneOfNothing(let factory): result.initializeMemory(as: OneWord.self, to: try factory.call())
    case .twoOfNothing(let factory): result.initializeMemory(as: TwoWords.self, to: try factory.call())
    case .fiveOfNothing(let factory): result.initializeMemory(as: FiveWords.self, to: try factory.call())
    case .oneOfArguments, .twoOfArguments, .fiveOfArguments: try buildOfArguments()
    case .general(let factory): try factory(resolver, arguments, result)
    }
  }

  /// Builds a service that receives arguments, whose `operations` know where they lie.
  @inline(__always)
  func buildOfArguments(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ operations: ArgumentOperations?,
    _ result: UnsafeMutableRawPointer
  ) throws {
    // Without arguments there is nothing to read, from whatever address.
    let addresses = operations?.addresses(of: arguments.unsafelyUnwrapped) ?? ArgumentAddresses(result)
    try withUnsafePointer(to: addresses) { addresses in
      switch self {
      case .oneOfArguments(let factory): try make(by: factory, resolver, addresses, result)
      case .twoOfArguments(let factory): try make(by: factory, resolver, addresses, result)
      case .fiveOfArguments(let factory): try make(by: factory, resolver, addresses, result)
      default: break
      }
    }
  }

  @inline(__always)
  private func make<Words>(
    by factory: UncheckedFactory<Words>, _ resolver: UnsafeRawPointer, _ result: UnsafeMutableRawPointer
  ) throws {
    try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
      result.initializeMemory(as: Words.self, to: try factory.call(resolver))
    }
  }

  @inline(__always)
  private func make<Words>(
    by factory: PackFactory<Words>, _ resolver: UnsafeRawPointer,
    _ addresses: UnsafePointer<ArgumentAddresses>, _ result: UnsafeMutableRawPointer
  ) throws {
    try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
      result.initializeMemory(as: Words.self, to: try factory.call(resolver, addresses))
    }
  }
}

/// A factory that receives a resolver and the array of the addresses of its arguments.
@usableFromInline
package struct PackFactory<Service>: Sendable {
  let call: @Sendable (any Resolver, UnsafePointer<ArgumentAddresses>) throws -> Service
}

/// A class type.
@usableFromInline
package struct OneWord: BitwiseCopyable, Sendable {
  private let word: UInt
}

/// A protocol type that is of objects alone.
@usableFromInline
package struct TwoWords: BitwiseCopyable, Sendable {
  private let words: (UInt, UInt)
}

/// A protocol type.
@usableFromInline
package struct FiveWords: BitwiseCopyable, Sendable {
  private let words: (UInt, UInt, UInt, UInt, UInt)
}

extension Factory {
  /// The words that a service is moved as; `nil` if it cannot be.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func words<Service>(of service: Service.Type) -> Int? {
    _isBitwiseTakable(Service.self) && MemoryLayout<Service>.alignment == MemoryLayout<Int>.alignment
      && MemoryLayout<Service>.size == MemoryLayout<Service>.stride
      ? MemoryLayout<Service>.size / MemoryLayout<Int>.size : nil
  }

  /// A factory that receives a resolver.
  @_alwaysEmitIntoClient
  init<Service>(_ factory: UncheckedFactory<Service>) {
    switch Factory.words(of: Service.self) {
    case 1: self = .one(unsafeBitCast(factory, to: UncheckedFactory<OneWord>.self))
    case 2: self = .two(unsafeBitCast(factory, to: UncheckedFactory<TwoWords>.self))
    case 5: self = .five(unsafeBitCast(factory, to: UncheckedFactory<FiveWords>.self))
    default:
      self = .general { resolver, _, result in
        try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
          result.initializeMemory(as: Service.self, to: try factory.call(resolver))
        }
      }
    }
  }

  /// A factory that needs nothing.
  @_alwaysEmitIntoClient
  init<Service>(_ factory: UncheckedMaker<Service>) {
    switch Factory.words(of: Service.self) {
    case 1: self = .oneOfNothing(unsafeBitCast(factory, to: UncheckedMaker<OneWord>.self))
    case 2: self = .twoOfNothing(unsafeBitCast(factory, to: UncheckedMaker<TwoWords>.self))
    case 5: self = .fiveOfNothing(unsafeBitCast(factory, to: UncheckedMaker<FiveWords>.self))
    default:
      self = .general { _, _, result in result.initializeMemory(as: Service.self, to: try factory.call()) }
    }
  }

  /// A factory that receives a resolver and arguments.
  @_alwaysEmitIntoClient
  init<Service, each Argument>(_ factory: UncheckedArgumentFactory<Service, repeat each Argument>) {
    let hasRoom = Signature<repeat each Argument>.count <= ArgumentAddresses.limit
    switch hasRoom ? Factory.words(of: Service.self) : nil {
    case 1: self = .oneOfArguments(unsafeBitCast(factory, to: PackFactory<OneWord>.self))
    case 2: self = .twoOfArguments(unsafeBitCast(factory, to: PackFactory<TwoWords>.self))
    case 5: self = .fiveOfArguments(unsafeBitCast(factory, to: PackFactory<FiveWords>.self))
    default:
      self = .general { resolver, arguments, result in
        // Without arguments there is nothing to read, from whatever address.
        let arguments = (arguments ?? UnsafeRawPointer(result))
          .assumingMemoryBound(to: (repeat each Argument).self)
        try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
          let service = try factory.call(resolver, repeat each arguments.pointee)
          result.initializeMemory(as: Service.self, to: service)
        }
      }
    }
  }
}
