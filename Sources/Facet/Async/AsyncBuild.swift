import Synchronization

/// One resolve that must be awaited, and what its factory resolves by.
///
/// A build knows the one around it: the chain of them is the path of the resolve, and what its synchronous parts build upon. All builds
/// of one chain belong to one cycle. When a build is over, the resolver that its factory got behaves as the container does.
@usableFromInline
final class AsyncBuild: @unchecked Sendable {
  // Unchecked: the fields that change are touched by the task that builds, but for those in `state`. What is shared by tasks is kept by
  // `AsyncFlights`.

  /// The container that was asked.
  let container: Container
  @usableFromInline
  var registry: Registry { container.registry }
  let registration: Registration
  // The registration and the container keep the two, and each reference that is counted costs more than a step of the resolve.
  unowned(unsafe) let record: Record
  /// The registry that builds: that of the container, or the owner of a service that outlives the cycle.
  unowned(unsafe) let builder: Registry
  let scope: ScopeKind
  /// Whether the service takes an `await` wherever it is built; else it is to be built on another actor, or by another thread right now.
  let isAwaited: Bool
  let arguments: ArgumentCopy?
  /// Whether there is nothing to do but to run the factory, as for most of what the program itself asks for.
  private(set) var isPlain = false
  /// How many builds there are around this one.
  let depth: Int
  /// Whether there is a build around this one.
  let isNested: Bool
  private let state: Guarded<State>
  private let ended = Atomic<Bool>(false)
  /// Whether anything in `state` was set.
  private let isLinked: Atomic<Bool>
  /// Where the instance is made: memory for the record's service type.
  let memory: UnsafeMutableRawPointer
  private var isFilled = false
  /// Memory for the type that was asked for: another one, if the key is a forward.
  private var converted: UnsafeMutableRawPointer?
  private var isConverted = false

  private struct State {
    /// The build around this one.
    var parent: AsyncBuild?
    var cycle: AsyncCycle?
    /// The flight that this build is a part of.
    var flight: AsyncFlight?
    /// The instance while its completions run, for those that they need.
    var halfBuilt: SharedInstance?
  }

  /// The build whose task the running code is a part of, if it is one of a shared service.
  @TaskLocal static var current: AsyncBuild?

  init(
    _ registration: consuming Registration, in container: consuming Container, parent: AsyncBuild?,
    isAwaited: Bool, arguments: UnsafeRawPointer?
  ) {
    let record = Unmanaged.passUnretained(registration.record)
    let registry = Unmanaged.passUnretained(container.registry)
    self.container = container
    self.registration = registration
    self.isAwaited = isAwaited
    self.record = record._withUnsafeGuaranteedRef { $0 }
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    scope = mode.scope
    builder =
      mode.endsWithCycle
      ? registry._withUnsafeGuaranteedRef { $0 } : record._withUnsafeGuaranteedRef { $0.owner }
    self.arguments = arguments.flatMap { pointer in
      record._withUnsafeGuaranteedRef { $0.recipe.arguments?.copy(pointer) }
    }
    depth = parent.map { $0.depth + 1 } ?? 0
    isNested = parent != nil
    isLinked = Atomic(parent != nil)
    state = Guarded(parent.map { State(parent: $0, cycle: $0.cycle, flight: $0.flight) } ?? State())
    memory =
      record._withUnsafeGuaranteedRef { $0.recipe.isSmall }
      ? .allocate(byteCount: ReferenceWords.storageSize, alignment: Recipe.smallAlignment)
      : OpaqueValue.allocate(record._withUnsafeGuaranteedRef { $0.serviceType })
  }

  /// Says that nobody observes, and that the instance is not decorated, completed or converted.
  func notePlain() {
    isPlain = !isNested && !outlivesCycle
  }

  /// The same once more, with memory of its own: what a flight builds, while this one waits.
  ///
  /// It asks the container that owns the service: what is shared must not capture a service of a child.
  convenience init(forFlightOf other: AsyncBuild) {
    self.init(
      other.registration.record, in: other.record.owner.container, parent: other.parent,
      isAwaited: other.isAwaited, arguments: other.argumentAddress)
  }

  deinit {
    if isFilled { OpaqueValue.destroy(record.serviceType, at: memory) }
    memory.deallocate()
    guard let converted else { return }
    if isConverted { OpaqueValue.destroy(registration.serviceType, at: converted) }
    converted.deallocate()
  }

  // MARK: - The chain

  var parent: AsyncBuild? { isNested ? state.withLock { $0.parent } : nil }

  var flight: AsyncFlight? { state.withLock { $0.flight } }

  var halfBuilt: SharedInstance? { state.withLock { $0.halfBuilt } }

  var isOver: Bool { ended.load(ordering: .acquiring) }

  /// The cycle of the chain, if somebody needed it yet.
  var startedCycle: AsyncCycle? {
    isLinked.load(ordering: .acquiring) ? state.withLock { $0.cycle } : nil
  }

  /// The cycle of the chain, made when somebody first needs it; `nil` if the build is over.
  var cycle: AsyncCycle? {
    if isOver { return nil }
    let (known, parent) = state.withLock { ($0.cycle, $0.parent) }
    if let known { return known }
    let new = parent?.cycle ?? AsyncCycle()
    isLinked.store(true, ordering: .releasing)
    // Two tasks of one factory may be here.
    return state.withLock { state in
      if state.cycle == nil { state.cycle = new }
      return state.cycle
    }
  }

  /// This build and those around it, the innermost first.
  var chain: some Sequence<AsyncBuild> { sequence(first: self, next: \.parent) }

  /// The keys from the one that the program asked for to this one.
  var path: [ServiceKey] { chain.map(\.registration.key).reversed() }

  func join(_ flight: AsyncFlight) {
    isLinked.store(true, ordering: .releasing)
    state.withLock { $0.flight = flight }
  }

  func show(halfBuilt instance: SharedInstance?) {
    isLinked.store(true, ordering: .releasing)
    // Released outside the lock.
    _ = state.withLock { state in
      let old = state.halfBuilt
      state.halfBuilt = instance
      return old
    }
  }

  /// Ends the build: what it held of the cycle is released.
  func end() {
    ended.store(true, ordering: .releasing)
    guard isLinked.load(ordering: .acquiring) else { return }
    let old = state.withLock { state in
      let old = state
      state = State()
      return old
    }
    _ = consume old
  }

  var argumentAddress: UnsafeRawPointer? { arguments.map { UnsafeRawPointer($0.pointer) } }

  // MARK: - The instance

  /// Says that there is an instance in the memory now.
  func fill() { isFilled = true }

  /// Copies an instance into the memory.
  func fill(from instance: SharedInstance) {
    instance.copyStorage(to: memory)
    isFilled = true
  }

  /// The memory of the result, which the caller moves out of it.
  @usableFromInline
  func takenResult() -> UnsafeMutableRawPointer {
    guard let converted else {
      isFilled = false
      return memory
    }
    isConverted = false
    return converted
  }

  /// Makes the instance one of the type that was asked for, if the key is a forward.
  func convert() throws(ResolutionError) {
    guard registration.isForward else { return }
    let target = OpaqueValue.allocate(registration.serviceType)
    let key = registration.key
    let lookup = Lookup(key.serviceType, key.signature, key.name, key.optionBox)
    let ready = ReadyInstance(of: record, at: memory)
    let outcome = joined { thread in
      thread.withReady(ready) {
        registry.resolve(lookup, argumentAddress, target)
      }
    }
    guard outcome.isSuccess else {
      target.deallocate()
      throw reason(outcome)
    }
    converted = target
    isConverted = true
  }

  func reason(_ outcome: Outcome) -> ResolutionError {
    if case .failed(let error) = outcome { return error }
    return ResolutionError(
      .notRegistered, key: registration.key, enclosing: parent?.path ?? [], search: registry)
  }

  /// An error about the service of this build.
  func error(_ code: ResolutionError.Code, underlyingError: (any Error)? = nil) -> ResolutionError {
    ResolutionError(code, path: path, location: record.location, underlyingError: underlyingError)
  }
}
