/// An initializer that is called with parameters that lie in memory.
@usableFromInline
enum WiredInitializer: Sendable {
  /// The client's closure itself, which reads the parameters: they are a pack, as the arguments of a ``Factory`` are.
  case direct(InitializerCall<Words>)
  /// A closure of Facet's, which reads the parameters, too, and writes the service to `result`.
  case general(@Sendable (_ parameters: UnsafeRawPointer, _ result: UnsafeMutableRawPointer) throws -> Void)

  /// Writes a service of `size` bytes to `result`.
  @inline(__always)
  func call(
    _ parameters: UnsafeRawPointer, addresses: UnsafeRawPointer, _ result: UnsafeMutableRawPointer,
    _ size: Int32
  ) throws {
    switch self {
    case .direct(let call): try call(addresses).move(to: result, size)
    case .general(let call): try call(parameters, result)
    }
  }
}

/// An initializer that receives the address of the array of the addresses of its parameters.
@usableFromInline
struct InitializerCall<Words>: Sendable {
  private let call: @Sendable (UnsafeRawPointer) throws -> Words

  @inline(__always)
  func callAsFunction(_ addresses: UnsafeRawPointer) throws -> Words { try call(addresses) }
}

extension WiredInitializer {
  @_alwaysEmitIntoClient
  init<Service, each Dependency>(_ initializer: UncheckedInitializer<Service, repeat each Dependency>) {
    if Factory.canMove(Service.self) {
      self = .direct(unsafeBitCast(initializer, to: InitializerCall<Words>.self))
    } else {
      self = .general { parameters, result in
        // As a tuple they lie where `TupleLayout` says.
        let parameters = parameters.assumingMemoryBound(to: (repeat each Dependency).self)
        let service = try initializer.call(repeat each parameters.pointee)
        result.initializeMemory(as: Service.self, to: service)
      }
    }
  }
}
