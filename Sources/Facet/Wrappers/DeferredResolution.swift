/// A resolve that is put off: the key, the arguments, and the way to the container. What ``Lazy`` and ``Provider`` share.
struct DeferredResolution<Service>: Sendable {
  private let reference: ContainerReference
  private let key: ServiceKey
  private let make: @Sendable (Container) throws(ResolutionError) -> Service

  /// Prepares a resolve; fails at once if nothing is registered for it.
  init<each Argument>(
    from container: Container, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) {
    key = ServiceKey(
      serviceType: Service.self, name: name, argumentTypes: Signature<repeat each Argument>.types)
    guard container.isResolvable(Service.self, Signature<repeat each Argument>.identity, name: name) else {
      throw container.registry.missing(key, Resolution.current)
    }
    reference = container.reference
    // The arguments go where the factory goes, which may be any thread, as with a resolve by hand.
    let arguments = UncheckedBox((repeat each arguments))
    make = { container throws(ResolutionError) in
      try container.require(Service.self, name: name, arguments: repeat each arguments.value)
    }
  }

  /// Resolves as a part of the cycle `graph`.
  ///
  /// - Parameter wrapper: the type that was used, for the message.
  func resolve(in graph: GraphIdentifier, for wrapper: Any.Type) throws(ResolutionError) -> Service {
    guard let container = reference.object as? Container else {
      let key = ServiceKey(serviceType: wrapper, name: key.name, argumentTypes: key.argumentTypes)
      throw ResolutionError(.containerGone, key: key, path: [key])
    }
    let outcome = Resolution.current.withCycle(graph) {
      Result { () throws(ResolutionError) -> Service in try make(container) }
    }
    return try outcome.get()
  }
}
