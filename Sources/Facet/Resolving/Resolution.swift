/// The resolve of a thread: the services under construction, and the instances that they share.
///
/// A resolution leads to the state of the calling thread, and never goes to another one.
struct Resolution: Equatable, Building {
  struct State: ~Copyable {
    var frames = PlainStack<Frame>()
    var graph = Graph()
    /// The graphs that rest while another one is joined.
    var resting: [Graph] = []
    /// Graphs that were left while something in them was half-built: their identifiers hear of them when that is complete.
    var unfinished: [Graph] = []
    /// How many resolves are nested.
    var depth = 0
    /// How many completions have begun.
    var completions = 0
    /// The party that waits when this thread waits.
    var party = Party()
    /// Builds whose frames have ended, and which are published with a lower frame, whose half-built instance they have.
    var deferred: [Build] = []
    /// The lives that the code of the frames got, each in turn.
    var got: [Life] = []
    var gotLimit = State.leastGotLimit
    static let leastGotLimit = 64
    /// Collect what is got, beside frames: uses of wrappers, with whose they are, and visits.
    var uses: [Use] = []
    /// Records whose storages must be told about the end of the top-level resolve.
    var storages: [Record] = []
    /// The calls of storages in which the thread is.
    var calls: [(storage: GuardedStorage, record: Record)] = []
    /// The work that waits for the end of these calls.
    var afterCalls: [() -> Void] = []
    /// The awaited build whose synchronous part runs.
    var awaited: AwaitedResolver?
    /// The outcome of the last resolve, for observers.
    var outcome = Outcome.built
    /// The innermost resolve, while hooks look on.
    var observed: RunningResolve?
    /// The failure handler runs.
    var isReporting = false
    var wrappers = WrapperCache()
    /// The registrations of the thread that others do not see yet.
    var drafts: [Draft] = []
    var isMainThread: Bool?
    let stack: Stack
    let number: Int

    init(_ stack: Stack, number: Int) { (self.stack, self.number) = (stack, number) }
    deinit { frames.free() }
  }
  private let pointer: ThreadPointer<State>

  var state: State {
    @inline(__always) _read { yield pointer.state }
    @inline(__always) nonmutating _modify { yield &pointer.state }
  }

  // MARK: - Threads

  private static let numbers = Counter()

  static var current: Resolution {
    @inline(__always) get {
      guard let pointer = ThreadPointer<State>.current else { return make() }
      return Resolution(pointer: pointer)
    }
  }
  @inline(never)
  private static func make() -> Resolution {
    let state = State(.current, number: numbers.next())
    return unsafe Resolution(pointer: .make(state) { unsafe ThreadPointer<State>.free($0) })
  }
  var number: Int { state.number }
  var isMainThread: Bool {
    if let known = state.isMainThread { return known }
    let isMainThread = MainThread.isCurrent
    state.isMainThread = isMainThread
    return isMainThread
  }

  // MARK: - The top-level resolve

  @inline(__always)
  func enter() { state.depth &+= 1 }
  @inline(__always)
  func leave() {
    state.depth &-= 1
    if state.depth == 0, !state.graph.isEmpty || !state.storages.isEmpty || !state.got.isEmpty { forget() }
  }
  /// Whether this resolve is a part of another one, or of a graph that goes on.
  @inline(__always)
  var isNested: Bool { state.depth > 1 }
  var isRunning: Bool { state.depth > 0 }
  /// Whether the code of a build asks.
  var isInBuild: Bool { !state.frames.isEmpty || AwaitedResolver.running != nil }

  /// Forgets the instances.
  ///
  /// Their `deinit` may resolve, so the state is empty before.
  @inline(never)
  private func forget() {
    let storages = state.storages.isEmpty ? [] : exchange(&state.storages, with: [])
    let got = state.uses.isEmpty ? takeGot(since: 0) : []
    state.gotLimit = State.leastGotLimit
    defer { withExtendedLifetime(got) {} }
    // The holder of an identifier may come back.
    if !isKnownUniquelyReferenced(&state.graph.identifier) { state.graph.identifier?.remember(state.graph) }
    var (entries, held) = state.graph.takeAll()
    if !storages.isEmpty { tell(storages) }
    entries.removeAll(keepingCapacity: true)
    held.removeAll()
    state.graph.reuse(entries)
  }
  /// Runs `body` with another graph; the running one rests.
  func with<Result, Failure: Error>(
    _ identifier: GraphIdentifier, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let joining = join(identifier)
    defer { leave(identifier, joining) }
    return try body()
  }
  enum Joining {
    /// The graph was joined already.
    case same
    /// The graph rests in that place.
    case resting(Int)
    /// The graph had so many instances; `nil` if some of them were half-built.
    case new(Int?)
  }
  /// Goes on with another graph; the running one rests until `leave`.
  func join(_ identifier: GraphIdentifier) -> Joining {
    if state.graph.identifier === identifier { return .same }
    if let place = state.resting.firstIndex(where: { $0.identifier === identifier }) {
      exchangeGraph(place)
      return .resting(place)
    }
    state.resting.append(state.graph)
    let unfinished = state.unfinished.firstIndex { $0.identifier === identifier }
    state.graph = unfinished.map { state.unfinished.remove(at: $0) } ?? identifier.graph
    state.depth += 1
    return .new(unfinished == nil ? state.graph.count : nil)
  }
  func leave(_ identifier: GraphIdentifier, _ joining: Joining) {
    switch joining {
    case .same: break
    case .resting(let place): exchangeGraph(place)
    case .new(let known):
      // Released when the state is as before: their `deinit` may resolve.
      var left = Graph()
      swap(&left, &state.graph)
      state.graph = state.resting.removeLast()
      state.depth -= 1
      if left.isHalfBuilt {
        state.unfinished.append(left)
      } else if left.count != known {
        identifier.remember(left)
      }
      if state.depth == 0 { tell(exchange(&state.storages, with: [])) }
    }
  }
  private func exchangeGraph(_ place: Int) {
    var other = state.resting[place]
    swap(&other, &state.graph)
    state.resting[place] = other
  }
  var identifier: GraphIdentifier {
    if let known = state.graph.identifier { return known }
    let new = GraphIdentifier()
    state.graph.identifier = new
    return new
  }

  /// The service whose code runs, if one is under construction that its container keeps.
  var userInKeptService: Record? {
    state.frames.isEmpty || !state.frames.contains(where: \.isKept) ? nil : state.frames.last?.record.object
  }

  /// The life that gets what a wrapper gives which the running code asks for: of who is built, or uses a wrapper.
  var innermostUser: WrapperUser? {
    if state.frames.isEmpty, state.uses.isEmpty { return nil }
    let (user, depth) = state.uses.last.map { ($0.user, $0.depth) } ?? (nil, 0)
    var place = state.frames.count - 1
    while place >= depth {
      let frame = state.frames[place]
      if let build = frame.build { return WrapperUser(build.object.life) }
      if frame.record.object.configuration.kind == .graph {
        return WrapperUser(handOnLife(of: frame), isLast: true)
      }
      place -= 1
    }
    return user ?? (state.frames.isEmpty ? state.awaited?.innermostUser : nil)
  }
  /// An instance of graph scope does not end; who gets it, also later, got what its wrappers give.
  func handOnLife(of frame: Frame) -> Life {
    let life = Life(
      of: frame.record.object, in: Home(in: frame.record.object.owner, isOpen: false), handsOn: true)
    note(life)
    return life
  }

  // MARK: - Errors

  /// An error about a key of a closed container.
  func closed(_ key: ServiceKey, in registry: Registry) -> ResolutionError {
    ResolutionError(
      .containerClosed, path, PathStep(key), with: ResolutionError.Extras(closing: registry.closing))
  }
  /// The services under construction.
  var path: [PathStep] { state.frames.isEmpty ? [] : state.frames.map(\.step) }
}
