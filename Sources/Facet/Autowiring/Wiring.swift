/// The sources of an initializer's parameters, for each call.
@usableFromInline
final class Wiring: @unchecked Sendable {
  // Unchecked for the metatypes: nothing here ever changes.

  private enum Source {
    case service
    /// All services of an element type.
    case all(any ServiceList.Type)
    /// The parameter of `(()) -> Service`: an initializer without parameters is often passed on in this form.
    case nothing
    /// The argument with an index.
    case argument(Int)
  }

  private let declaration: Initializer
  private let sources: [Source]

  /// Finds the source of each parameter, or stops the program if the arguments do not fit.
  @usableFromInline
  init<Service, each Argument, each Dependency>(
    of serviceType: Service.Type, arguments: Signature<repeat each Argument>.Type,
    parameters: Signature<repeat each Dependency>.Type, fileID: String, line: Int
  ) {
    let declaration = Initializer(serviceType: Service.self, parameterTypes: parameters.types)
    let arguments = arguments.types
    for type in arguments {
      if let problem = ArgumentProblem(of: type, in: arguments, declaration) {
        stop(unfitArgument(type, problem, of: declaration), at: CodeLocation(fileID: fileID, line: line))
      }
    }
    sources = declaration.parameterTypes.map { type in
      if let number = arguments.firstIndex(where: { $0 == type }) { return .argument(number) }
      if type == Void.self { return .nothing }
      return (type as? any ServiceList.Type).map(Source.all) ?? .service
    }
    self.declaration = declaration
  }

  /// What the registration knows of the service: its needs, in the order of the parameters, and its actor.
  @usableFromInline
  func details(_ actor: (any Actor)?, isEnforced: Bool) -> RecipeDetails {
    let needs = zip(declaration.parameterTypes, sources).compactMap { type, source -> Need? in
      switch source {
      case .service: .service(ServiceKey(type))
      case .all(let list): .all(ServiceKey(list.elementType))
      case .argument: .argument(type)
      case .nothing: nil
      }
    }
    return RecipeDetails(needs: needs, isolation: actor.map { Isolation($0, isEnforced: isEnforced) })
  }

  /// Resolves the parameter with an index, and increments the index.
  @usableFromInline
  func parameter<Parameter>(
    _ type: Parameter.Type, _ number: inout Int, _ resolver: any Resolver, _ arguments: [Any]
  ) throws(ResolutionError) -> Parameter {
    let source = sources[number]
    number += 1
    let registry = Borrowed(Registry.asked(by: resolver))
    return try Slot.with(type) { slot throws(ResolutionError) in
      let outcome =
        if case .service = source { registry.read { $0.resolve(Lookup(type, nil), nil, slot) } } else {
          fill(slot, type, source, registry.object, arguments)
        }
      if outcome.isSuccess, let parameter = slot.take(as: type) { return parameter }
      if case .failed(let error) = outcome { throw error }
      throw registry.object.missing(ServiceKey(type), Thread.current, for: declaration)
    }
  }

  /// Fills a slot for a parameter that is not a plain service.
  @inline(never)
  private func fill(
    _ slot: Slot, _ type: Any.Type, _ source: Source, _ registry: Registry, _ arguments: [Any]
  ) -> Outcome {
    switch source {
    case .argument(let number): return slot.put(arguments[number], as: type) ? .built : .missing
    case .nothing: return slot.put((), as: type) ? .built : .missing
    case .all(let list):
      let lookup = Lookup(type, nil)
      if registry.has(lookup) { return registry.resolve(lookup, nil, slot) }
      list.resolve(from: registry.container.object, to: slot)
      return .built
    case .service: return registry.resolve(Lookup(type, nil), nil, slot)
    }
  }

  /// The single arguments of a resolve; empty if no parameter is an argument.
  @usableFromInline
  static func values<each Argument>(
    _ arguments: Arguments?, _ types: Signature<repeat each Argument>.Type
  ) -> [Any] { arguments.map(types.values) ?? [] }
}

/// An array or a dictionary as a parameter: all services of its element type.
private protocol ServiceList: ServiceCollection {
  static func resolve(from container: Container, to slot: Slot)
}

extension Array: ServiceList {
  fileprivate static func resolve(from container: Container, to slot: Slot) {
    // The work of `resolveAll`, without its arguments.
    var elements: [Element] = []
    container.registry.forEachName(of: Element.self, nil, nil) { name in
      if let element = container.resolve(Element.self, name: name) { elements.append(element) }
    }
    slot.put(elements)
  }
}

extension Dictionary: ServiceList where Key == String {
  fileprivate static func resolve(from container: Container, to slot: Slot) {
    // The work of `resolveAllByName`, without its arguments.
    var elements: [String: Value] = [:]
    container.registry.forEachName(of: Value.self, nil, nil) { name in
      if let name { elements[name] = container.resolve(Value.self, name: name) }
    }
    slot.put(elements)
  }
}
