/// How the closures of clients become factories: by themselves, where that is possible.
extension Factory {
  /// Whether a service can be moved as words, and has room in `Words`.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func canMove<Service>(_ service: Service.Type) -> Bool {
    let (word, size) = (MemoryLayout<UInt>.size, MemoryLayout<Service>.size)
    return _isBitwiseTakable(Service.self) && MemoryLayout<Service>.alignment <= word && size > 0
      && size <= MemoryLayout<Words>.size && size % word == 0
  }

  /// A factory that receives a resolver.
  ///
  /// Not inlined into clients, nor is the next: they would have a closure for each registration, and optimize it, that most do not need.
  init<Service>(_ factory: UncheckedFactory<Service>) {
    if Factory.canMove(Service.self) {
      self = .ofResolver(unsafeBitCast(factory, to: ResolverCall<Words>.self))
    } else {
      self = .general { resolver, _, result in
        try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
          result.initializeMemory(as: Service.self, to: try factory.call(resolver))
        }
      }
    }
  }

  /// A factory that needs nothing.
  init<Service>(_ factory: UncheckedMaker<Service>) {
    if Factory.canMove(Service.self) {
      self = .ofNothing(unsafeBitCast(factory, to: PlainCall<Words>.self))
    } else {
      self = .general { _, _, result in result.initializeMemory(as: Service.self, to: try factory.call()) }
    }
  }

  /// A factory that receives a resolver and arguments.
  @_alwaysEmitIntoClient
  init<Service, each Argument>(_ factory: UncheckedArgumentFactory<Service, repeat each Argument>) {
    if Factory.canMove(Service.self), Signature<repeat each Argument>.count <= ArgumentAddresses.limit {
      self = .ofArguments(unsafeBitCast(factory, to: ArgumentCall<Words>.self))
    } else {
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
