/// An initializer that is called with parameters that lie in memory.
@usableFromInline
enum WiredInitializer: Sendable {
  /// The client's closure itself, which reads the parameters: they are a pack, as the arguments of a ``Factory`` are.
  case direct(InitializerCall<Words>)
  /// Moves the parameters out of their memory, and writes the service to `result`.
  case general(
    @Sendable (_ parameters: UnsafeMutableRawPointer, _ result: UnsafeMutableRawPointer) throws -> Void)
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
        var place = parameters
        let service = try initializer.call(
          repeat Signature<repeat each Dependency>.moved((each Dependency).self, from: &place))
        result.initializeMemory(as: Service.self, to: service)
      }
    }
  }
}
