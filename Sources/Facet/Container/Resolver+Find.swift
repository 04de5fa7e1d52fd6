import Builtin

/// A resolve where it is written, with the memory for its service.
///
/// Transparent, as most that clients get: of other functions the compiler makes, and optimizes, a copy for each type before it inlines them.
/// For the same reason the memory is the builtin's: `withUnsafeTemporaryAllocation` has a second way, by the heap, for what would be on the
/// stack as a variable, too, and calls a closure. It must be given back in the function that took it, so each has the same lines.
extension Resolver {
  /// Finds a service; tells why there is none, and stops if a place for that is given.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String? = nil, line: Int = 0
  ) -> Service? {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(Service.self, name: name, to: result),
      !recover(consume error, Service.self, name: name, fileID: fileID, line: line, to: result)
    {
      Builtin.stackDealloc(memory)
      return nil
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with one argument.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument,
    fileID: String? = nil, line: Int = 0
  ) -> Service? {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(Service.self, name: name, argument: argument, to: result),
      !recover(
        consume error, Service.self, name: name, arguments: argument, fileID: fileID, line: line, to: result)
    {
      Builtin.stackDealloc(memory)
      return nil
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with arguments, and perhaps an option.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, arguments: repeat each Argument,
    fileID: String? = nil, line: Int = 0
  ) -> Service? {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(
      Service.self, name: name, option: option, arguments: repeat each arguments, to: result),
      !recover(
        consume error, Service.self, name: name, option: option, arguments: repeat each arguments,
        fileID: fileID, line: line, to: result)
    {
      Builtin.stackDealloc(memory)
      return nil
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }

  /// Finds a service, or throws why there is none.
  @_alwaysEmitIntoClient
  @_transparent
  func findOrThrow<Service>(_ serviceType: Service.Type, name: String?) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(Service.self, name: name, to: result),
      let reason = reason(consume error, Service.self, name: name, to: result)
    {
      Builtin.stackDealloc(memory)
      throw reason
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with one argument.
  @_alwaysEmitIntoClient
  @_transparent
  func findOrThrow<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(Service.self, name: name, argument: argument, to: result),
      let reason = reason(consume error, Service.self, name: name, arguments: argument, to: result)
    {
      Builtin.stackDealloc(memory)
      throw reason
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  @inline(__always)
  func findOrThrow<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    if let error = write(Service.self, name: name, arguments: repeat each arguments, to: result),
      let reason = reason(
        consume error, Service.self, name: name, arguments: repeat each arguments, to: result)
    {
      Builtin.stackDealloc(memory)
      throw reason
    }
    let service: Service = Builtin.take(memory)
    Builtin.stackDealloc(memory)
    return service
  }
}
