import Synchronization

/// One resolve that must be awaited, and what its factory resolves by.
///
/// A build knows the one around it: the chain of them is the path of the resolve, and what its synchronous parts build upon. All builds
/// of one chain belong to one cycle. When a build is over, the resolver that its factory got behaves as the container does.
///
/// An awaited service is seen by others when it is complete, and not before: services that must be awaited and need one another are a loop.
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
  /// Whether the service takes an `await` wherever it is built; else it is to be built on another actor, or by another thread right now.
  let isAwaited: Bool
  /// The task that others wait for, which this is a part of.
  let party: Party?
  /// Whether it is what that task was started for.
  let isRoot: Bool
  /// How many builds there are around this one.
  let depth: Int
  let argumentCopy: ArgumentCopy?
  /// The build that this one stands for in a verification, which gives each factory a resolver of its own.
  private let original: AwaitedBuild?
  private let ended = Atomic<Bool>(false)
  private let links: Guarded<Links>

  private struct Links {
    /// The build around this one.
    var parent: AwaitedBuild?
    var cycle: AwaitedCycle?
  }

  /// So many builds may be around one.
  static var depthLimit: Int { 2_000 }

  init(
    _ registration: Registration, of record: Record? = nil, in container: Container,
    within parent: AwaitedBuild?,
    party: Party?, isRoot: Bool = false, cycle: AwaitedCycle? = nil, isAwaited: Bool,
    arguments: ArgumentCopy?
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
    original = nil
    links = Guarded(Links(parent: parent, cycle: cycle))
  }

  /// Makes another object for a build, over when that is: so a verification learns who holds on to it.
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
    links = Guarded(Links())
  }

  var registry: Registry { container.registry }

  var arguments: Arguments? { argumentCopy?.arguments }

  // MARK: - The chain

  var isOver: Bool { (original ?? self).ended.load(ordering: .sequentiallyConsistent) }

  var parent: AwaitedBuild? { depth == 0 ? nil : (original ?? self).links.value.parent }

  /// The cycle of the chain, made when somebody first needs it; `nil` if the build is over.
  var cycle: AwaitedCycle? {
    if let original { return original.cycle }
    let known = links.value
    if known.cycle != nil || isOver { return known.cycle }
    // Kept here, too: the build around this one may be over first.
    let new = known.parent?.cycle ?? AwaitedCycle()
    // Two tasks of one factory may be here, and the end of the build.
    return links.withLock { links in
      if links.cycle == nil, !isOver { links.cycle = new }
      return links.cycle
    }
  }

  /// The cycle of the chain, if somebody needed it yet.
  var startedCycle: AwaitedCycle? { (original ?? self).links.value.cycle ?? parent?.startedCycle }

  /// This build and those around it, the innermost first.
  var chain: some Sequence<AwaitedBuild> { sequence(first: self, next: \.parent) }

  /// The services from the one that the program asked for to this one.
  var path: [PathStep] { chain.map(\.step).reversed() }

  /// The services from the build that the task runs to this one.
  var stepsOfParty: [PathStep] {
    chain.prefix { $0.party === party && !$0.isRoot }.map(\.step).reversed()
  }

  private var step: PathStep {
    PathStep(registration.key, of: record, in: frameScope, by: builder)
  }

  /// Whether the service is being built around this build, with equal arguments.
  ///
  /// Calls `==` of arguments, which is user code.
  var isLoop: Bool {
    // One that is over has failed, or its task was cancelled: it is in nobody's way.
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

  /// Ends the build: what it held of the cycle is released.
  func end() {
    ended.store(true, ordering: .sequentiallyConsistent)
    // Released outside the lock.
    _ = links.exchange(Links())
  }

  // MARK: - Errors

  /// What a part of the build threw, with its place.
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
