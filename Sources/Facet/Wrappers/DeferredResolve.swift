/// A resolve that is done later: what a wrapper was asked for.
struct DeferredResolve: @unchecked Sendable {
  // Unchecked for the arguments, which go where the factory goes.

  let arguments: KeptArguments?
  private let source: Source
  /// The life of the service that got the wrapper: what that gives, it got.
  private let user: WrapperUser?

  fileprivate enum Source {
    case held(Container)
    /// The container keeps what holds this: it would never go.
    case unheld(Unheld)
  }
  fileprivate final class Unheld: Sendable {
    let container: WeakReference
    /// The service that got it.
    let user: PathStep
    init(_ container: Container, for user: Record) {
      (self.container, self.user) = (WeakReference(object: container), PathStep(without: user))
    }
  }

  fileprivate init(_ source: Source, user: WrapperUser?, arguments: KeptArguments?) {
    (self.source, self.user, self.arguments) = (source, user, arguments)
  }

  func container(of wrapper: Any.Type, _ key: ServiceKey) throws(ResolutionError) -> Container {
    switch source {
    case .held(let container): return container
    case .unheld(let unheld):
      guard let container = unheld.container.object else {
        throw ResolutionError(.containerGone, key: key.of(wrapper), enclosing: [unheld.user])
      }
      return known(container, as: Container.self)
    }
  }
  /// Resolves with the arguments of the use, or else with those that the wrapper was asked with.
  func resolve(
    _ key: ServiceKey, _ given: Arguments? = nil, from container: Container, to slot: Slot? = nil
  ) throws(ResolutionError) -> Answer {
    let thread = Resolution.current
    if let user { thread.beginUse(by: user) }
    defer { if let user { thread.endUse(by: user) } }
    guard given == nil, let arguments else {
      if let list = container.list(key) { return .instance(try list.box(from: container)) }
      // Not by another function, which would stand on the stack between two services.
      return try container.serve(key, given ?? .none, to: slot)
    }
    return .instance(
      try arguments.withArguments { arguments throws(ResolutionError) in
        try container.wrapped(key, arguments)
      })
  }
  nonisolated(nonsending) func resolveAsync(
    _ key: ServiceKey, _ given: KeptArguments?, from container: Container
  ) async throws(ResolutionError) -> Instance {
    guard user != nil else {
      let place = AwaitedPlace(container: container)
      return try await AwaitedResolver.serveWrapped(key, given ?? arguments, in: place)
    }
    let resolver = resolver(from: container)
    defer { end(resolver) }
    return try await AwaitedResolver.serveWrapped(
      key, given ?? arguments, in: AwaitedPlace(container: container, enclosing: resolver))
  }
  /// A top-level resolve for one use, which collects what the use gets.
  func resolver(from container: Container, joining graph: GraphIdentifier? = nil) -> AwaitedResolver {
    AwaitedResolver(container, joining: graph, usedBy: user)
  }
  /// The use is over.
  func end(_ resolver: AwaitedResolver) {
    let got = resolver.got
    resolver.finish()
    AwaitedResolver.running?.note(got)
    user?.life.gain(got)
  }
}

extension WrapperRequest {
  /// The resolve for a wrapper.
  ///
  /// Not an initializer: that would own the request.
  var deferred: DeferredResolve {
    let holder = thread.userInKeptService
    return DeferredResolve(
      holder.map { .unheld(DeferredResolve.Unheld(container, for: $0)) } ?? .held(container),
      user: thread.innermostUser, arguments: KeptArguments.keep(arguments))
  }
}
