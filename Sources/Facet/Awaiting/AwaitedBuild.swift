import Synchronization

/// One resolve that must be awaited, and the resolver of its factory.
///
/// A build knows the enclosing one. The chain of builds is the path of the resolve, and the base of its synchronous parts. All builds of
/// one chain belong to one cycle. When a build is over, the resolver of its factory behaves like the container.
///
/// Others see an awaited service only when it is complete, so awaited services that need one another are a loop.
@usableFromInline
final class AwaitedBuild: Sendable {
  /// The container that was asked.
  let container: Container
  let registration: Registration
  let record: Record
  /// The registry that builds: that of the container, or the owner of a service that outlives the cycle.
  let builder: Registry
  let scope: ScopeKind
  /// The scope of its frames: `transient` if the instance ends with the cycle.
  let frameScope: ScopeKind
  /// Whether the service always takes an `await`.
  ///
  /// If not, it must be built on another actor, or another thread is building it right now.
  let isAwaited: Bool
  /// The task that others wait for and that this build is a part of.
  let party: Party?
  /// Whether that task was started for this build.
  let isRoot: Bool
  /// How many builds enclose this one.
  let depth: Int
  let argumentCopy: ArgumentCopy?
  /// The needs of the lazy that the resolve is for.
  let usedLazy: Needs?
  /// The build that this one replaces in a verification, which gives each factory its own resolver.
  private let original: AwaitedBuild?
  private let ended = Atomic<Bool>(false)
  private let links: Guarded<Links>

  private struct Links {
    /// The enclosing build.
    var parent: AwaitedBuild?
    var cycle: AwaitedCycle?
  }

  /// The greatest number of enclosing builds.
  static var depthLimit: Int { 2_000 }

  init(
    _ registration: Registration, of record: Record? = nil, in container: Container,
    within parent: AwaitedBuild?,
    party: Party?, isRoot: Bool = false, cycle: AwaitedCycle? = nil, isAwaited: Bool,
    arguments: ArgumentCopy?, usedLazy: Needs? = nil
  ) {
    let record = record ?? registration.record
    let mode = record.mode
    self.registration = registration
    self.record = record
    self.container = container
    builder = mode.endsWithCycle ? container.registry : record.owner
    scope = mode.scope
    let isWeak = mode.isScope(.perArgument) && record.settings.members?.rule.isWeak == true
    frameScope = isWeak ? .weak : mode.frameScope
    self.isAwaited = isAwaited
    self.party = party
    self.isRoot = isRoot
    depth = parent.map { $0.depth + 1 } ?? 0
    argumentCopy = arguments
    self.usedLazy = usedLazy
    original = nil
    links = Guarded(Links(parent: parent, cycle: cycle))
  }

  /// Makes another object for a build; both are over at the same time.
  ///
  /// So a verification learns which instances hold the object.
  init(standingFor original: AwaitedBuild) {
    self.original = original
    container = original.container
    registration = original.registration
    record = original.record
    builder = original.builder
    scope = original.scope
    frameScope = original.frameScope
    isAwaited = original.isAwaited
    party = original.party
    isRoot = original.isRoot
    depth = original.depth
    argumentCopy = original.argumentCopy
    usedLazy = original.usedLazy
    links = Guarded(Links())
  }

  var registry: Registry { container.registry }

  var arguments: Arguments? { argumentCopy?.arguments }

  // MARK: - The chain

  var isOver: Bool { (original ?? self).ended.load(ordering: .sequentiallyConsistent) }

  var parent: AwaitedBuild? { depth == 0 ? nil : (original ?? self).links.value.parent }

  /// The cycle of the chain, made at its first use; `nil` if the build is over.
  var cycle: AwaitedCycle? {
    if let original { return original.cycle }
    let known = links.value
    if known.cycle != nil || isOver { return known.cycle }
    // Stored here too, because the enclosing build may be over first.
    let new = known.parent?.cycle ?? AwaitedCycle()
    // Two tasks of one factory may be here, and the end of the build.
    return links.withLock { links in
      if links.cycle == nil, !isOver { links.cycle = new }
      return links.cycle
    }
  }

  /// The cycle of the chain, if it was used yet.
  var startedCycle: AwaitedCycle? { (original ?? self).links.value.cycle ?? parent?.startedCycle }

  /// This build and the enclosing ones, the innermost first.
  var chain: some Sequence<AwaitedBuild> { sequence(first: self, next: \.parent) }

  /// The services from the top-level resolve to this one.
  var path: [PathStep] { chain.map(\.step).reversed() }

  /// The services from the build that the task runs to this one.
  var stepsOfParty: [PathStep] {
    chain.prefix { $0.party === party && !$0.isRoot }.map(\.step).reversed()
  }

  private var step: PathStep {
    PathStep(registration.key, of: record, in: frameScope, by: builder)
  }

  /// Whether an enclosing build builds the same service, with equal arguments.
  ///
  /// Calls `==` of arguments, which is user code.
  var isLoop: Bool {
    // A finished build has failed, or its task was cancelled, so it blocks no other build.
    chain.dropFirst().contains { other in
      !other.isOver && other.record === record && other.builder === builder && hasEqualArguments(other)
    }
  }

  private func hasEqualArguments(_ other: AwaitedBuild) -> Bool {
    guard let arguments, let others = other.arguments, let operations = record.recipe.arguments else {
      return true
    }
    return operations.areEqual(others, arguments)
  }

  /// Ends the build, and releases its part of the cycle.
  func end() {
    ended.store(true, ordering: .sequentiallyConsistent)
    // Released outside the lock.
    _ = links.exchange(Links())
  }

  // MARK: - Errors

  /// The error of a part of the build, with its location.
  func failure(_ error: any Error) -> ResolutionError {
    error as? ResolutionError ?? self.error(.factoryFailed, underlyingError: error)
  }

  /// An error about the service of this build.
  func error(
    _ code: ResolutionError.Code, otherPath: [PathStep] = [], closing: CodeLocation? = nil,
    underlyingError: (any Error)? = nil
  ) -> ResolutionError {
    ResolutionError(
      code, path: path + otherPath, closing: closing, underlyingError: underlyingError, isAwaited: isAwaited)
  }
}
