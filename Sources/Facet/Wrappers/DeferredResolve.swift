/// A resolve that is done later: what a wrapper was asked for.
struct DeferredResolve: @unchecked Sendable {
  // Unchecked for the arguments, which go where the factory goes.

  /// The key of what is wrapped.
  let key: ServiceKey
  let arguments: KeptArguments?
  /// Held, unless the container keeps what holds this: then it would never go.
  private let held: Container?
  private let unheld: Unheld?

  /// The life of the service that got the wrapper: what that gives, it got.
  private let user: WrapperUser?

  private final class Unheld: Sendable {
    let container: WeakReference
    /// The service that got it.
    let user: PathStep
    init(_ container: Container, for user: Record) {
      (self.container, self.user) = (WeakReference(object: container), PathStep(without: user))
    }
  }

  init(_ request: WrapperRequest) {
    key = request.key
    arguments = KeptArguments.keep(request.arguments)
    self.user = request.thread.innermostUser
    let user = request.thread.userInKeptService
    held = user == nil ? request.container : nil
    unheld = user.map { Unheld(request.container, for: $0) }
  }
  /// Fails unless the wrapped type can be resolved.
  init(_ request: WrapperRequest, of serviceType: Any.Type) throws(ResolutionError) {
    try request.check(serviceType)
    self.init(request)
  }

  func container(for wrapper: Any.Type) throws(ResolutionError) -> Container {
    if let held { return held }
    return try unheldContainer(for: wrapper)
  }
  // Apart, or each use would copy the key for the error.
  @inline(never)
  private func unheldContainer(for wrapper: Any.Type) throws(ResolutionError) -> Container {
    guard let container = unheld?.container.object else {
      throw ResolutionError(.containerGone, key: key.of(wrapper), enclosing: unheld.map { [$0.user] } ?? [])
    }
    return known(container, as: Container.self)
  }
  /// Resolves with the arguments of the use, or else with those that the wrapper was asked with.
  func resolve(
    _ serviceType: Any.Type, _ given: Arguments? = nil, from container: Container
  ) throws(ResolutionError) -> Instance {
    let thread = Resolution.current
    if let user { thread.beginUse(by: user) }
    defer { if let user { thread.endUse(by: user) } }
    guard given == nil, let arguments else {
      let key = key.of(serviceType)
      if let list = container.list(key) { return try list.box(from: container) }
      // Not by another function, which would stand on the stack between two services.
      return try container.serve(key, given ?? .none, to: nil).boxed
    }
    return try arguments.withArguments { arguments throws(ResolutionError) in
      try container.wrapped(key.of(serviceType), arguments)
    }
  }
  nonisolated(nonsending) func resolveAsync(
    _ serviceType: Any.Type, _ given: KeptArguments?, from container: Container
  ) async throws(ResolutionError) -> Instance {
    let key = key.of(serviceType)
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
