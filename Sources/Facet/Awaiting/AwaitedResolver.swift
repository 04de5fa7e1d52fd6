/// The resolver of one awaited build, and of a top-level resolve that awaits.
///
/// The chain of these is the path of its errors.
@usableFromInline
package final class AwaitedResolver: Resolver, Building, Opaque, @unchecked Sendable {
  // Unchecked only because `arguments` and metatypes cannot be checked: nothing but `links` changes, behind a lock.

  let container: Container
  /// The service under construction; `nil` for the top-level resolve itself.
  let what: What?
  let builder: Registry
  /// The party that waits when this build waits: the innermost kept build, or the top-level resolve.
  let party: Party
  /// The home of a kept service.
  let home: Home?
  /// The build of a kept service, as long as it runs.
  var build: Build? { links.withLock { $0.build } }
  /// The life of the service that uses a wrapper by this top-level resolve.
  let user: WrapperUser?
  /// Whether it runs in the task of the build that asked for it.
  private let isInSameTask: Bool
  /// Rule 13, cancel: whether what it builds for all is cancelled as soon as nobody waits, and not when the container is closed.
  let isUnheld: Bool
  let depth: Int
  private let links: Guarded<Links>

  /// The registration and the arguments of a build.
  struct What {
    let registration: Registration
    let arguments: KeptArguments?
  }
  /// The parts that a resolver has only while its build runs: a holder of the resolver keeps none of them.
  private struct Links {
    var enclosing: AwaitedResolver?
    /// `nil` when the build is over.
    var graph: AwaitedGraph?
    var build: Build?
    /// The dependencies that were awaited for the initializer of the service, in the order in which it asks.
    var dependencies: [(key: ServiceKey, instance: Instance)] = []
    /// The lives that its code got.
    var got: [Life] = []
    var isOver = false
  }
  static var depthLimit: Int { 2_000 }

  /// A top-level resolve, perhaps in a factory that asks a container.
  init(
    _ container: Container, joining identifier: GraphIdentifier? = nil, usedBy user: WrapperUser? = nil,
    isUnheld: Bool = false
  ) {
    let around = AwaitedResolver.running
    (self.user, isInSameTask, self.isUnheld) = (user, false, isUnheld || around?.isUnheld == true)
    (self.container, builder) = (container, container.registry.builder)
    (what, home) = (nil, nil)
    party = around?.party ?? Party()
    depth = around.map { $0.depth + 1 } ?? 0
    links = Guarded(Links(enclosing: around, graph: AwaitedGraph(joining: identifier)))
  }
  /// A build of graph or transient scope that `enclosing` asked for.
  init(_ what: What, by builder: Registry, in enclosing: AwaitedResolver) {
    (self.what, self.builder, container, party) = (what, builder, enclosing.container, enclosing.party)
    (home, user, isInSameTask, isUnheld) = (nil, nil, true, enclosing.isUnheld)
    depth = enclosing.depth + 1
    links = Guarded(Links(enclosing: enclosing, graph: enclosing.graph))
  }
  /// A build of a kept service that `enclosing` asked for.
  init(_ what: What, of build: Build, in enclosing: AwaitedResolver, isInSameTask: Bool = false) {
    (self.what, party, home, builder) = (what, build.party, build.home, build.home.owner)
    // A kept service asks its owner, because it must not capture a service of a child.
    container = build.home.owner.ownContainer
    (user, self.isInSameTask, isUnheld) = (nil, isInSameTask, enclosing.isUnheld)
    depth = enclosing.depth + 1
    links = Guarded(Links(enclosing: enclosing, graph: enclosing.graph, build: build))
  }
  var registration: Registration? { what?.registration }
  package var record: Record? { registration?.record }
  var arguments: KeptArguments? { what?.arguments }

  /// The build is over: from now on the resolver works like its container.
  func finish() {
    // Released outside the lock.
    let old = links.withLock { exchange(&$0, with: Links(isOver: true)) }
    if let storages = old.graph?.takeStorages(isOver: what == nil) { Resolution.current.tell(storages) }
  }
  /// Sets what was awaited for the initializer, and returns what it did not ask for.
  func exchangeDependencies(_ new: [(key: ServiceKey, instance: Instance)]) -> [(ServiceKey, Instance)] {
    links.withLock { exchange(&$0.dependencies, with: new) }
  }
  func takeDependency(_ key: ServiceKey) -> Instance? {
    links.withLock { links in
      links.dependencies.firstIndex { $0.key == key }.map { links.dependencies.remove(at: $0).instance }
    }
  }
  var isOver: Bool { links.withLock { $0.isOver } }
  var enclosing: AwaitedResolver? { links.withLock { $0.enclosing } }
  var graph: AwaitedGraph { links.withLock { $0.graph } ?? AwaitedGraph() }

  /// The innermost awaited build of the current task that still runs.
  static var running: AwaitedResolver? { CurrentResolver.ofTask?.running }
  /// The parties that wait when this build waits: those of its task, and of the task that asks.
  var waiter: Waiter { Waiter(parties: parties + (AwaitedResolver.running?.parties ?? []), path: path) }
  /// The parties that go on only when this build does.
  var parties: [Party] {
    var (parties, next) = ([party], self)
    while next.isInSameTask, let around = next.enclosing {
      if parties.last !== around.party { parties.append(around.party) }
      next = around
    }
    return parties
  }

  // MARK: - The chain

  /// Whether this build, or one around it, is meant.
  func isAround(_ isMeant: (AwaitedResolver) -> Bool) -> Bool {
    sequence(first: self, next: \.enclosing).contains { $0.what != nil && !$0.isOver && isMeant($0) }
  }
  /// The builds from the outermost to this one.
  var chain: [AwaitedResolver] {
    // A build that is over has failed, or its task was cancelled: it is in nobody's way.
    sequence(first: self, next: \.enclosing).filter { $0.what != nil && !$0.isOver }.reversed()
  }
  var path: [PathStep] { chain.map(\.step) }
  private var step: PathStep { PathStep(registration!, keptBy: home?.owner) }
  package var keys: [ServiceKey] { path.map(\.key) }
  // The lives that the build gets, for the needs of its life. Its child tasks ask at the same time.
  var got: [Life] { links.withLock { $0.got } }
  func note(_ instance: Instance) { if let life = instance.life { note([life]) } }
  func note(_ lives: [Life]) {
    if lives.isEmpty { return }
    let got = links.withLock { links -> [Life] in
      if !links.isOver { links.got += lives }
      return links.got.count.isMultiple(of: 64) ? links.got : []
    }
    if !got.isEmpty { forgetOver(got) }
  }
  /// A factory may go on for ever, and get something again and again.
  private func forgetOver(_ known: [Life]) {
    let present = known.present()
    // Released outside the lock.
    _ = links.withLock { links in exchange(&links.got, with: present + links.got.dropFirst(known.count)) }
  }
  /// The life of the innermost kept service that gets what is asked for here.
  var innermostUser: WrapperUser? {
    sequence(first: self, next: \.enclosing).lazy.compactMap { resolver in
      resolver.isOver ? nil : resolver.build.map { WrapperUser($0.life) } ?? resolver.user
    }.first
  }
  var innermostBuild: Build? { chain.lazy.compactMap(\.build).last }
  /// The kept services that are built around the caller.
  var sharedBuilds: [(Record, Home)] { chain.compactMap { build in build.home.map { (build.record!, $0) } } }

  // MARK: - Synchronous parts

  @usableFromInline
  package func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    try joined { _ in try container.provide(serviceType, name: name, arguments: repeat each arguments) }
  }
  func serve(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?
  ) throws(ResolutionError) -> Answer {
    if let awaited = takeDependency(key) { return .instance(awaited) }
    // A kept instance is found without user code.
    if !container.registry.isObserved, case .kept(let instance) = container.registry.find(key, 0) {
      note(instance)
      return .instance(instance)
    }
    return try joined { _ throws(ResolutionError) in try container.serve(key, arguments, to: slot) }
  }
  /// Runs a synchronous part on the calling thread, as a part of the awaited resolve.
  func joined<Result, Failure: Error>(
    _ body: (Resolution) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = Resolution.current
    if isOver || thread.state.awaited === self { return try body(thread) }
    let visit = Visit(to: self, by: thread)
    defer { visit.end(thread) }
    return try body(thread)
  }
}
