import Synchronization

/// One resolve that must be awaited, and what its factory resolves by.
///
/// A build knows the one around it: the chain of them is the path of the resolve, and what its synchronous parts build upon. All builds
/// of one chain belong to one cycle. When a build is over, the resolver that its factory got behaves as the container does.
@usableFromInline
final class AsyncBuild: @unchecked Sendable {
  // Unchecked: the fields that change are touched by the task that builds, but for those in `state`. What is shared by tasks is kept by
  // `AsyncFlights`.

  /// The container that was asked: alive as long as the build runs, for who asked holds it, and kept where the build may outlive that.
  unowned(unsafe) let container: Container
  private var keptContainer: Container?
  @usableFromInline
  var registry: Registry { container.registry }
  let registration: Registration
  // The registration and the container keep the two, and each reference that is counted costs more than a step of the resolve.
  private let recordReference: Unmanaged<Record>
  private let builderReference: Unmanaged<Registry>
  let scope: ScopeKind
  /// Whether the service takes an `await` wherever it is built; else it is to be built on another actor, or by another thread right now.
  let isAwaited: Bool
  let arguments: ArgumentCopy?
  /// How many builds there are around this one.
  let depth: Int
  /// Whether there is a build around this one.
  let isNested: Bool
  private let ended = Atomic<Bool>(false)
  /// What ties the build to others, once there is any of it.
  private let linksPointer = Atomic<UnsafeRawPointer?>(nil)
  /// Where the instance is made: memory for the record's service type.
  private var room: UnsafeMutableRawPointer?
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

  private final class Links: Sendable {
    let state: Guarded<State>

    init(_ state: State) { self.state = Guarded(state) }
  }

  /// The build whose task the running code is a part of, if it is one of a shared service.
  @TaskLocal static var current: AsyncBuild?

  static var currentUnlessOver: AsyncBuild? {
    @inline(never) get {
      guard let current, !current.isOver else { return nil }
      return current
    }
  }

  /// Makes a build for a registration, which its caller keeps, in the container of a registry.
  @inline(__always)
  init(
    _ registration: Unmanaged<Registration>, in registry: Unmanaged<Registry>, parent: AsyncBuild?,
    isAwaited: Bool, arguments: UnsafeRawPointer?
  ) {
    let record = registration._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.record) }
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    self.registration = registration.takeUnretainedValue()
    container = registry._withUnsafeGuaranteedRef { $0.container }
    recordReference = record
    builderReference =
      mode.endsWithCycle ? registry : record._withUnsafeGuaranteedRef { .passUnretained($0.owner) }
    scope = mode.scope
    self.isAwaited = isAwaited
    self.arguments = arguments.flatMap { pointer in
      record._withUnsafeGuaranteedRef { $0.recipe.arguments?.copy(pointer) }
    }
    guard let parent else {
      depth = 0
      isNested = false
      return
    }
    depth = parent.depth + 1
    isNested = true
    withState { $0 = State(parent: parent, cycle: parent.startedCycle, flight: parent.flight) }
  }

  /// The same for a registration that nobody else need keep.
  convenience init(
    _ registration: Registration, in container: Container, parent: AsyncBuild?, isAwaited: Bool,
    arguments: UnsafeRawPointer?
  ) {
    self.init(
      .passUnretained(registration), in: .passUnretained(container.registry), parent: parent,
      isAwaited: isAwaited, arguments: arguments)
    keepContainer()
    _fixLifetime(registration)
    _fixLifetime(container)
  }

  func keepContainer() { keptContainer = container }

  /// The factory, if there is nothing to do but to run it: the caller knows the types, and needs no memory for the instance.
  @inline(__always)
  var directFactory: DirectAsyncFactory.Address? {
    let direct = recordReference._withUnsafeGuaranteedRef {
      $0.hasMoreToDo ? nil : $0.recipe.details?.directAsyncFactory
    }
    guard let direct else { return nil }
    switch scope {
    case .transient: return !isNested || depth < AsyncBuild.depthLimit && !isLoop ? direct : nil
    case .graph: return isNested ? nil : direct
    default: return nil
    }
  }

  /// The same once more, with memory of its own: what a flight builds, while this one waits.
  ///
  /// It asks the container that owns the service: what is shared must not capture a service of a child.
  convenience init(forFlightOf other: AsyncBuild) {
    self.init(
      other.record, in: other.record.owner.container, parent: other.parent, isAwaited: other.isAwaited,
      arguments: other.argumentAddress)
  }

  deinit {
    if let links { links.release() }
    if let room {
      if isFilled { OpaqueValue.destroy(record.serviceType, at: room) }
      room.deallocate()
    }
    guard let converted else { return }
    if isConverted { OpaqueValue.destroy(registration.serviceType, at: converted) }
    converted.deallocate()
  }

  // MARK: - The chain

  var record: Record { recordReference._withUnsafeGuaranteedRef { $0 } }

  /// The registry that builds: that of the container, or the owner of a service that outlives the cycle.
  var builder: Registry { builderReference._withUnsafeGuaranteedRef { $0 } }

  // Out of line, all of these: the code of a lock is large.

  var parent: AsyncBuild? {
    @inline(never) get { isNested ? known(\.parent) : nil }
  }

  var flight: AsyncFlight? {
    @inline(never) get { known(\.flight) }
  }

  var halfBuilt: SharedInstance? {
    @inline(never) get { known(\.halfBuilt) }
  }

  var isOver: Bool { ended.load(ordering: .acquiring) }

  /// The cycle of the chain, if somebody needed it yet.
  var startedCycle: AsyncCycle? {
    @inline(never) get { known(\.cycle) ?? parent?.startedCycle }
  }

  /// The cycle of the chain, made when somebody first needs it; `nil` if the build is over.
  var cycle: AsyncCycle? {
    @inline(never) get {
      if isOver { return nil }
      if let known = startedCycle { return known }
      let new = parent?.cycle ?? AsyncCycle()
      // Two tasks of one factory may be here.
      return withState { state in
        if state.cycle == nil { state.cycle = new }
        return state.cycle
      }
    }
  }

  /// This build and those around it, the innermost first.
  var chain: some Sequence<AsyncBuild> { sequence(first: self, next: \.parent) }

  /// The keys from the one that the program asked for to this one.
  var path: [ServiceKey] { chain.map(\.registration.key).reversed() }

  func join(_ flight: AsyncFlight) {
    withState { $0.flight = flight }
  }

  func show(halfBuilt instance: SharedInstance?) {
    // Released outside the lock.
    _ = withState { state in
      let old = state.halfBuilt
      state.halfBuilt = instance
      return old
    }
  }

  /// Ends the build: what it held of the cycle is released.
  func end() {
    ended.store(true, ordering: .releasing)
    guard let links else { return }
    // Released outside the lock.
    var old = State()
    links._withUnsafeGuaranteedRef { $0.state.withLock { swap(&$0, &old) } }
  }

  /// Ends a build whose factory the caller has run; true if that led to another instance, which counts: it is in the memory then.
  @usableFromInline
  func endsWithOther() -> Bool {
    let hasOther = scope == .graph && takeOther(besidesOwn: false)
    endDirect()
    return hasOther
  }

  /// Ends a build whose caller holds the container no longer: who has the resolver of its factory may go on to use it.
  @inline(__always)
  private func endDirect() {
    // A word that counts no reference, to look at the count of the object.
    var reference = Unmanaged.passUnretained(self).toOpaque()
    let isLast = withUnsafeMutablePointer(to: &reference) { word in
      word.withMemoryRebound(to: AsyncBuild.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
    if !isLast { keepContainer() }
    end()
  }

  /// Ends a build whose factory, run by the caller, has thrown; gives the reason.
  @usableFromInline
  func reason(afterFailure error: any Error) -> ResolutionError {
    let reason = failure(error)
    endDirect()
    return reason
  }

  private var links: Unmanaged<Links>? {
    linksPointer.load(ordering: .acquiring).map { .fromOpaque($0) }
  }

  private func known<Value>(_ value: (State) -> Value?) -> Value? {
    links.flatMap { $0._withUnsafeGuaranteedRef { $0.state.withLock { value($0) } } }
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    (links ?? makeLinks())._withUnsafeGuaranteedRef { $0.state.withLock(body) }
  }

  /// Two tasks may be here: the first one's are kept.
  private func makeLinks() -> Unmanaged<Links> {
    let new = Unmanaged.passRetained(Links(State()))
    let before = linksPointer.compareExchange(
      expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing
    ).original
    guard let before else { return new }
    new.release()
    return .fromOpaque(before)
  }

  var argumentAddress: UnsafeRawPointer? { arguments.map { UnsafeRawPointer($0.pointer) } }

  // MARK: - The instance

  /// Memory for the record's service type.
  var memory: UnsafeMutableRawPointer {
    if let room { return room }
    let new =
      record.recipe.isSmall
      ? UnsafeMutableRawPointer.allocate(
        byteCount: ReferenceWords.storageSize, alignment: Recipe.smallAlignment)
      : OpaqueValue.allocate(record.serviceType)
    room = new
    return new
  }

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
