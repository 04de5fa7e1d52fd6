/// How the parameters of an initializer are filled, each time it is called.
///
/// Not generic, so that one copy of the code serves all initializers: the parameters are put one after the other in memory with the layout of
/// a tuple, and the initializer moves them out.
@usableFromInline
final class Wiring: @unchecked Sendable {
  // Unchecked for the metatypes: nothing here ever changes.

  /// One parameter, as the hot path needs it.
  private struct Parameter {
    let type: Any.Type
    let offset: Int
    /// The place in `sources`, for what is no plain service; else -1.
    let source: Int
    let isClass: Bool
  }

  /// What is no plain service.
  private enum Source {
    case all(any ServiceList.Type)
    /// Of `(()) -> Service`, as an initializer without parameters is often passed on.
    case nothing
    /// The argument at a distance from the first.
    case argument(offset: Int)
  }

  private let declaration: Initializer
  private let parameters: UnsafeBufferPointer<Parameter>
  private let sources: [Source]
  private let initializer: WiredInitializer
  /// Where the addresses of the parameters begin, after the parameters.
  private let addresses: Int
  private let size: Int
  private let alignment: Int
  private let serviceSize: Int32
  let location: CodeLocation

  /// Finds out what fills each parameter, or stops the program if the arguments do not fit.
  @usableFromInline
  convenience init<Service, each Argument, each Dependency>(
    of serviceType: Service.Type, arguments: Signature<repeat each Argument>.Type,
    parameters: Signature<repeat each Dependency>.Type, initializer: WiredInitializer, fileID: String,
    line: Int
  ) {
    let declaration = Initializer(serviceType: Service.self, parameterTypes: parameters.types)
    let layout = TupleLayout(of: declaration.parameterTypes)
    // The slow way says the same about the layout.
    assert(layout.size == MemoryLayout<(repeat each Dependency)>.size)
    assert(layout.alignment == MemoryLayout<(repeat each Dependency)>.alignment)
    self.init(
      declaration, layout, arguments: arguments.types, initializer, serviceSize: MemoryLayout<Service>.size,
      CodeLocation(fileID: fileID, line: line))
  }

  @_optimize(size)
  private init(
    _ declaration: Initializer, _ layout: TupleLayout, arguments: [Any.Type], _ initializer: WiredInitializer,
    serviceSize: Int, _ location: CodeLocation
  ) {
    for type in arguments {
      if let problem = ArgumentProblem(of: type, in: arguments, declaration) {
        stop(unfitArgument(type, problem, of: declaration), at: location)
      }
    }
    let argumentLayout = TupleLayout(of: arguments)
    self.declaration = declaration
    var sources: [Source] = []
    let memory = UnsafeMutableBufferPointer<Parameter>.allocate(capacity: layout.offsets.count)
    for (index, type) in declaration.parameterTypes.enumerated() {
      let source: Source? =
        if let number = arguments.firstIndex(where: { $0 == type }) {
          .argument(offset: argumentLayout.offsets[number])
        } else if type == Void.self {
          .nothing
        } else {
          (type as? any ServiceList.Type).map(Source.all)
        }
      memory.initializeElement(
        at: index,
        to: Parameter(
          type: type, offset: layout.offsets[index], source: source == nil ? -1 : sources.count,
          isClass: type is AnyClass))
      if let source { sources.append(source) }
    }
    parameters = UnsafeBufferPointer(memory)
    self.sources = sources
    self.initializer = initializer
    let word = MemoryLayout<UnsafeRawPointer>.size
    addresses = (layout.size + word - 1) / word * word
    size = addresses + word * layout.offsets.count
    alignment = max(layout.alignment, word)
    self.serviceSize = Int32(serviceSize)
    self.location = location
  }

  deinit {
    parameters.deallocate()
  }

  /// What a checker knows without a call of the initializer.
  @_optimize(size)
  var needs: [Need] {
    parameters.compactMap { parameter in
      guard parameter.source >= 0 else { return .service(ServiceKey(parameter.type)) }
      return switch sources[parameter.source] {
      case .all(let list): .all(ServiceKey(list.elementType))
      case .argument: .argument(parameter.type)
      case .nothing: nil
      }
    }
  }

  /// The factory of a recipe.
  var factory: Factory {
    // Without parameters there is nothing to fill, and nothing to read, from whatever address.
    if parameters.isEmpty { return .general { [self] _, _, result in try callInitializer(result, result) } }
    return .general { [self] resolver, arguments, result in
      // A constant size costs no call. Most parameters are objects, some are of protocol types.
      if alignment <= Recipe.smallAlignment, size <= 64 {
        try withUnsafeTemporaryAllocation(byteCount: 64, alignment: Recipe.smallAlignment) {
          let memory = $0.baseAddress.unsafelyUnwrapped
          try fill(memory, resolver, arguments)
          try makeService(of: memory, at: result)
        }
      } else if alignment <= Recipe.smallAlignment, size <= 256 {
        try withUnsafeTemporaryAllocation(byteCount: 256, alignment: Recipe.smallAlignment) {
          let memory = $0.baseAddress.unsafelyUnwrapped
          try fill(memory, resolver, arguments)
          try makeService(of: memory, at: result)
        }
      } else {
        try withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) {
          let memory = $0.baseAddress.unsafelyUnwrapped
          try fill(memory, resolver, arguments)
          try makeService(of: memory, at: result)
        }
      }
    }
  }

  /// Calls the initializer with the parameters in the memory, and ends them.
  @inline(__always)
  private func makeService(of memory: UnsafeMutableRawPointer, at result: UnsafeMutableRawPointer) throws {
    defer { release(memory) }
    try callInitializer(memory, result)
  }

  /// Not inlined, as the call of a factory in `Record.build`.
  @inline(never)
  private func callInitializer(_ memory: UnsafeMutableRawPointer, _ result: UnsafeMutableRawPointer) throws {
    try initializer.call(memory, addresses: memory + addresses, result, serviceSize)
  }

  /// Ends the parameters, which the initializer has read.
  @inline(__always)
  private func release(_ memory: UnsafeMutableRawPointer) {
    for parameter in parameters {
      if parameter.isClass {
        ReferenceWords.release(ReferenceWords.address(at: memory + parameter.offset))
      } else {
        OpaqueValue.destroy(parameter.type, at: memory + parameter.offset)
      }
    }
  }

  /// Writes the parameters, and their addresses after them; if that fails, nothing is left in the memory.
  @inline(never)
  private func fill(
    _ memory: UnsafeMutableRawPointer, _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?
  ) throws(ResolutionError) {
    // The first word of an existential that holds an object is its address; see `Registry.container`.
    let container = resolver.load(as: Unmanaged<Container>.self)
    let registry = container._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.registry) }
    for index in parameters.indices {
      let parameter = parameters[index]
      let target = memory + parameter.offset
      memory.storeBytes(
        of: target, toByteOffset: addresses + index * MemoryLayout<UnsafeRawPointer>.size,
        as: UnsafeMutableRawPointer.self)
      let outcome =
        parameter.source < 0
        ? registry._withUnsafeGuaranteedRef { $0.resolve(Lookup(parameter.type, nil), nil, target) }
        : fill(parameter, at: target, registry.takeUnretainedValue(), arguments)
      guard outcome.isSuccess else {
        for filled in parameters[..<index] { OpaqueValue.destroy(filled.type, at: memory + filled.offset) }
        throw reason(outcome, parameter, registry.takeUnretainedValue())
      }
    }
  }

  /// Writes an argument, or all services of a type.
  @inline(never)
  private func fill(
    _ parameter: Parameter, at target: UnsafeMutableRawPointer, _ registry: Registry,
    _ arguments: UnsafeRawPointer?
  ) -> Outcome {
    switch sources[parameter.source] {
    case .argument(let offset):
      // An entry with arguments is found only by a resolve with arguments.
      OpaqueValue.copy(parameter.type, from: arguments.unsafelyUnwrapped + offset, to: target)
      return .built
    case .all(let list):
      let lookup = Lookup(parameter.type, nil)
      if registry.has(lookup) { return registry.resolve(lookup, nil, target) }
      list.resolve(from: registry.container, to: target)
      return .built
    case .nothing: return .built
    }
  }

  private func reason(_ outcome: Outcome, _ parameter: Parameter, _ registry: Registry) -> ResolutionError {
    if case .failed(let error) = outcome { return error }
    return registry.missing(ServiceKey(parameter.type), ThreadState.current, for: declaration)
  }
}

/// An array or a dictionary as a parameter: all services of its element type.
private protocol ServiceList {
  static var elementType: Any.Type { get }
  static func resolve(from container: Container, to target: UnsafeMutableRawPointer)
}

extension Array: ServiceList {
  fileprivate static var elementType: Any.Type { Element.self }

  fileprivate static func resolve(from container: Container, to target: UnsafeMutableRawPointer) {
    // What `resolveAll` does, without its arguments.
    var elements: [Element] = []
    container.registry.forEachName(of: Element.self, nil, nil) { name in
      if let element = container.resolve(Element.self, name: name) { elements.append(element) }
    }
    target.initializeMemory(as: [Element].self, to: elements)
  }
}

extension Dictionary: ServiceList where Key == String {
  fileprivate static var elementType: Any.Type { Value.self }

  fileprivate static func resolve(from container: Container, to target: UnsafeMutableRawPointer) {
    // What `resolveAllByName` does, without its arguments.
    var elements: [String: Value] = [:]
    container.registry.forEachName(of: Value.self, nil, nil) { name in
      if let name { elements[name] = container.resolve(Value.self, name: name) }
    }
    target.initializeMemory(as: [String: Value].self, to: elements)
  }
}
