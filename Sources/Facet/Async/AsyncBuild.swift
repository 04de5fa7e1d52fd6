import Synchronization

/// One resolve that must be awaited, and what its factory resolves by.
///
/// A build knows the one around it: the chain of them is the path of the resolve, and what its synchronous parts build upon. All builds
/// of one chain belong to one cycle. When a build is over, the resolver that its factory got behaves as the container does.
@usableFromInline
final class AsyncBuild: @unchecked Sendable {
  // Unchecked: the fields that change are touched by the task that builds, but for `ended` and the links. What is shared by tasks is kept
  // by `AsyncFlights`.

  /// The container that was asked: alive as long as the build runs, for the caller holds it, and kept where the build may outlive that.
  unowned(unsafe) let container: Container
  // A build releases both, the container and the copy of the arguments, when it ends. Most have neither.
  private var keptContainer: Unmanaged<Container>?
  @usableFromInline
  var registry: Registry { container.registry }
  let registration: Registration
  // The registration and the container keep the two, and each reference that is counted costs more than a step of the resolve.
  let recordReference: Unmanaged<Record>
  private let builderReference: Unmanaged<Registry>
  let scope: ScopeKind
  /// The scope of its frames: `transient` if the instance ends with the cycle.
  let frameScope: ScopeKind
  /// Whether the service takes an `await` wherever it is built; else it is to be built on another actor, or by another thread right now.
  let isAwaited: Bool
  private let ownArguments: Unmanaged<ArgumentCopy>?
  /// How many builds there are around this one.
  let depth: Int
  /// Whether there is a build around this one.
  let isNested: Bool
  let ended = Atomic<Bool>(false)
  let links: AsyncLinks
  /// Where the instance is made: memory for the record's service type.
  var room = InstanceRoom()
  /// Tells which of two instances was made first.
  var number = 0
  /// The type that was asked for, if it is an optional of the service.
  var optional: (any OptionalService.Type)?
  /// Memory for the type that was asked for: another one, if the key is a forward, or if that is an optional.
  var converted = InstanceRoom()

  /// Makes a build for a registration, which its caller keeps, in the container of a registry.
  @inline(__always)
  init(
    _ registration: Unmanaged<Registration>, in registry: Unmanaged<Registry>,
    parent: Unmanaged<AsyncBuild>?, isAwaited: Bool, arguments: UnsafeRawPointer?
  ) {
    let record = registration._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.record) }
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    self.registration = registration.takeUnretainedValue()
    container = registry._withUnsafeGuaranteedRef { $0.container }
    recordReference = record
    builderReference =
      mode.endsWithCycle ? registry : record._withUnsafeGuaranteedRef { .passUnretained($0.owner) }
    scope = mode.scope
    let isWeak =
      mode.isScope(.perArgument) && record.takeUnretainedValue().settings.members?.rule.isWeak == true
    frameScope = isWeak ? .weak : mode.frameScope
    self.isAwaited = isAwaited
    ownArguments = arguments.flatMap { pointer in
      record._withUnsafeGuaranteedRef { $0.recipe.arguments?.copy(pointer) }.map(Unmanaged.passRetained)
    }
    guard let parent = parent?.takeUnretainedValue() else {
      depth = 0
      isNested = false
      links = AsyncLinks()
      return
    }
    depth = parent.depth + 1
    isNested = true
    links = AsyncLinks(
      AsyncLinks.State(parent: parent, cycle: parent.startedCycle, node: parent.node))
  }

  /// The same for a registration that nobody else need keep.
  convenience init(
    _ registration: Registration, in container: Container, parent: AsyncBuild?, isAwaited: Bool,
    arguments: UnsafeRawPointer?
  ) {
    self.init(
      .passUnretained(registration), in: .passUnretained(container.registry),
      parent: parent.map(Unmanaged.passUnretained), isAwaited: isAwaited, arguments: arguments)
    keepContainer()
    _fixLifetime(parent)
    _fixLifetime(registration)
    _fixLifetime(container)
  }

  /// The same once more, with memory of its own: what a flight builds, while this one waits.
  ///
  /// It asks the container that owns the service: what is shared must not capture a service of a child.
  convenience init(forFlightOf other: AsyncBuild) {
    self.init(
      other.record, in: other.record.owner.container, parent: other.parent, isAwaited: other.isAwaited,
      arguments: other.argumentAddress)
  }

  @_optimize(speed)
  deinit {
    room.release(record.serviceType)
    converted.release(optional ?? registration.serviceType)
    ownArguments?.release()
    keptContainer?.release()
  }

  var record: Record { recordReference._withUnsafeGuaranteedRef { $0 } }

  /// The registry that builds: that of the container, or the owner of a service that outlives the cycle.
  var builder: Registry { builderReference._withUnsafeGuaranteedRef { $0 } }

  var arguments: ArgumentCopy? { ownArguments?.takeUnretainedValue() }

  var argumentAddress: UnsafeRawPointer? { arguments.map { UnsafeRawPointer($0.pointer) } }

  var isOver: Bool { ended.load(ordering: .sequentiallyConsistent) }

  @inline(never)
  func keepContainer() {
    if keptContainer == nil { keptContainer = .passRetained(container) }
  }
}
