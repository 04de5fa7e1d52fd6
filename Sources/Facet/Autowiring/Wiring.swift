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
  init(
    of serviceType: Any.Type, arguments: [Any.Type] = [], parameters: [Any.Type], fileID: String, line: Int
  ) {
    var declaration = Initializer(serviceType: serviceType, parameterTypes: parameters)
    for type in arguments {
      if let problem = unfitArgument(type, in: arguments, of: declaration) {
        stop(problem, at: CodeLocation(fileID: fileID, line: line))
      }
    }
    sources = declaration.parameterTypes.map { type in
      if let number = arguments.firstIndex(where: { $0 == type }) { return .argument(number) }
      if type == Void.self { return .nothing }
      return (type as? any ServiceList.Type).map(Source.all) ?? .service
    }
    declaration.dependencies = zip(parameters, sources).compactMap { type, source in
      switch source {
      case .service, .all: ServiceKey(type)
      case .argument, .nothing: nil
      }
    }
    self.declaration = declaration
  }

  /// The recipe with the needs of the initializer.
  @usableFromInline
  func recipe(_ actor: (any Actor)?, isEnforced: Bool, _ factory: @escaping Recipe.Factory) -> Recipe {
    let needs = zip(declaration.parameterTypes, sources).compactMap { type, source -> Need? in
      switch source {
      case .service: .service(ServiceKey(type))
      case .all(let list): .all(ServiceKey(list.elementType), isByName: list.isByName)
      case .argument: .argument(type)
      case .nothing: nil
      }
    }
    let isolation = actor.map { Isolation($0, isEnforced: isEnforced) }
    return Recipe(Recipe.Traits(needs: needs, of: declaration, isolation: isolation), factory: factory)
  }

  /// The next parameter.
  @usableFromInline
  func parameter<Parameter>(
    _ type: Parameter.Type, _ number: inout Int, by resolver: any Resolver, with arguments: [Any]
  ) throws(ResolutionError) -> Parameter {
    let source = sources[number]
    number += 1
    if let known = try known(source, type, by: resolver, with: arguments) { return known }
    do throws(ResolutionError) {
      return try resolver.find(type, name: nil)
    } catch {
      throw error.about(declaration, askedAt: Resolution.current.path.count)
    }
  }
  /// Resolves a wrapper or an optional, which is no service of its own.
  ///
  /// A function of its own: without an optimizer its variables would be on the stack, between one service and the next.
  private func known<Parameter>(
    _ source: Source, _ type: Parameter.Type, by resolver: any Resolver, with arguments: [Any]
  ) throws(ResolutionError) -> Parameter? {
    switch source {
    case .service: return nil
    case .argument(let number): return .some(arguments[number] as! Parameter)
    case .nothing: return .some(() as! Parameter)
    case .all(let list):
      if let awaited = resolver.awaited?.takeDependency(ServiceKey(type)) { return awaited.service(as: type) }
      let registry = resolver.asked!
      if registry.found(ServiceKey(type)) != nil { return nil }
      let services = try resolver.joined { _ throws(ResolutionError) in
        try list.resolve(from: registry.ownContainer)
      }
      return .some(services as! Parameter)
    }
  }
}
