import Synchronization

/// What ties an awaited build to others; made when there is any of it, for most builds have none.
///
/// Two tasks of one factory may ask for it and change it at once.
struct AsyncLinks: ~Copyable {
  struct State {
    /// The build around this one.
    var parent: AsyncBuild?
    var cycle: AsyncCycle?
    /// The node that this build is a part of.
    var node: AsyncNode?
    /// The instance while its completions run, for those that they need.
    var halfBuilt: SharedInstance?
  }

  private final class Storage: Sendable {
    let state: Guarded<State>

    init(_ state: State) { self.state = Guarded(state) }
  }

  /// The storage, once there is one: this structure owns it.
  private let pointer: Atomic<UnsafeRawPointer?>

  init() { pointer = Atomic(nil) }

  init(_ state: State) {
    pointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(Storage(state)).toOpaque()))
  }

  deinit { storage?.release() }

  /// A part of the state; `nil` if there is no state yet.
  @_optimize(speed)
  func known<Value>(_ part: (State) -> Value?) -> Value? {
    storage.flatMap { $0._withUnsafeGuaranteedRef { $0.state.withLock { part($0) } } }
  }

  /// Changes the state under its lock; what the change drops must be returned, to be released after it.
  @_optimize(speed)
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    (storage ?? make())._withUnsafeGuaranteedRef { $0.state.withLock(body) }
  }

  /// Drops all of it.
  @_optimize(speed)
  func cut() {
    if let storage { AsyncLinks.drop(storage) }
  }

  @inline(never)
  @_optimize(speed)
  private static func drop(_ storage: Unmanaged<Storage>) {
    // Released outside the lock.
    _ = storage._withUnsafeGuaranteedRef { $0.state.exchange(State()) }
  }

  private var storage: Unmanaged<Storage>? {
    pointer.load(ordering: .sequentiallyConsistent).map { .fromOpaque($0) }
  }

  /// The first one's storage is kept.
  @_optimize(speed)
  private func make() -> Unmanaged<Storage> {
    let new = Unmanaged.passRetained(Storage(State()))
    let before = pointer.compareExchange(
      expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .sequentiallyConsistent
    ).original
    guard let before else { return new }
    new.release()
    return .fromOpaque(before)
  }
}
