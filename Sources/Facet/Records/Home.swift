/// Where an instance is kept, and who builds it.
///
/// A record has one, once something is kept. In scoped scope it has one in each registry, in perArgument scope one for each value. A `Lazy` has its
/// own, which is in no registry.
package final class Home: Opaque, @unchecked Sendable {
  // Unchecked: the lock of the owner guards the state. To read it takes the contents of the owner, and to change it the contents of a writer; both
  // are at hand within that lock alone.

  struct State: ~Copyable {
    /// The shared instance.
    var kept: Instance?
    /// The shared instance of a service of weak scope.
    var keptWeakly: WeakInstance?
    /// The kept instance as forwards show it, by their numbers: a forward that is removed is not held.
    var conversions: [(forward: Int, instance: Instance)] = []
    /// The order of creation of the instance that was published last, whoever keeps it; 0 if there was none.
    var creation = 0
    /// What the instance needs: that ends later.
    var uses: Set<Use> = []

    /// The claim: the build that others wait for.
    var build: Build?
    /// How often the instance was given up.
    ///
    /// A build that began before is not kept.
    var resets = 0
    /// Whether others find it no more: what is built in it from now on belongs to its caller.
    var isDetached = false
    /// Whether its arguments have another home from now on: who asks looks again.
    var isForgotten = false
    /// Whether a rival builds, or has built.
    var hasRival = false

    /// The storage of a custom scope.
    var storage: (any InstanceStorage)?
    /// Whether it does not ask for graphs.
    var hasPlainStorage = false
    /// The type of the box of what was published last: it boxes what the storage returns.
    var boxType: Instance.Type?
    /// The party whose turn it is to use the storage.
    var turnHolder: Party?
    /// Its turn, for the parties that wait for the end of that.
    var turn: Build?
    /// What a reset that could not wait for the turn has left to the party.
    var emptying: Emptying?

    @inline(__always)
    var instance: Instance? { kept ?? (keptWeakly == nil ? nil : weakInstance) }
    @inline(never)
    private var weakInstance: Instance? { keptWeakly?.instance }

    /// The kept instance as a forward shows it.
    @inline(__always)
    func conversion(for forward: Forward) -> Instance? {
      for known in conversions where known.forward == forward.order { return known.instance }
      return nil
    }
  }

  /// The registry whose lock guards it, and whose container builds.
  let owner: Registry
  /// The record of a scoped service, which does not hold the home.
  let scoped: Record?
  /// The arguments in perArgument scope, and their hash.
  let arguments: (values: KeptArguments, hash: Int)?
  /// Whether it belongs to a `Lazy`: no container keeps the instance.
  let isPrivate: Bool
  /// The home of the shared service that got the `Lazy`.
  private let lazyUser: Home?
  // Within the lock nobody else has access: to check that again would cost more than all else that a resolve does here.
  @exclusivity(unchecked) private var state = State()

  init(in owner: Registry, of scoped: Record? = nil, isDetached: Bool = false) {
    (self.owner, self.scoped, isPrivate) = (owner, scoped, false)
    (arguments, lazyUser) = (nil, nil)
    unsafe state.isDetached = isDetached
  }
  /// The home of a `Lazy`.
  init(in owner: Registry, gotBy user: Home?) {
    (self.owner, lazyUser, isPrivate) = (owner, user, true)
    (scoped, arguments) = (nil, nil)
  }
  init(in owner: Registry, for arguments: (values: KeptArguments, hash: Int), isDetached: Bool) {
    (self.owner, self.arguments) = (owner, arguments)
    (scoped, isPrivate, lazyUser) = (nil, false, nil)
    unsafe state.isDetached = isDetached
  }

  /// The home of the shared service that gets what is asked for while this one builds; `nil` if there is none.
  var userWhileBuilding: Home? { isPrivate ? lazyUser : self }

  /// Reads the state within the lock of the owner.
  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    assert(contents.number == owner.number, "The lock of another registry guards this home")
    return unsafe body(state)
  }
  /// Changes the state within the lock of the owner.
  @inline(__always)
  func change<Result>(_ contents: inout Registry.Contents, _ body: (inout State) -> Result) -> Result {
    assert(contents.number == owner.number, "The lock of another registry guards this home")
    return unsafe body(&state)
  }
  /// Takes the lock of the owner, and reads the state.
  @inline(__always)
  func withReadLock<Result>(_ body: (borrowing State) -> Result) -> Result {
    owner.contents.withReadLock { contents in read(contents, body) }
  }
  /// Takes the lock of the owner, and changes the state.
  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    owner.contents.withLock { contents in change(&contents, body) }
  }

  /// Keeps a conversion as long as the instance that it was made from; returns the first one.
  func keep(_ converted: Instance, for forward: Forward, of instance: Instance) -> Instance {
    withLock { state in
      guard state.kept === instance, !forward.isGone else { return converted }
      if let first = state.conversion(for: forward) { return first }
      state.conversions.append((forward.order, converted))
      return converted
    }
  }
}

/// The homes of scoped services are found by their records.
extension Home: Keyed {
  var key: Int { scoped!.order }
  @inline(__always)
  func has(_ order: Int) -> Bool { scoped!.order == order }
  @inline(__always)
  static func hash(_ order: Int) -> UInt { spread(UInt(bitPattern: order)) }
}

/// How a storage is to be emptied.
enum Emptying {
  /// It is used again.
  case again
  /// The scope was changed: it is released.
  case last
}

/// What a service needs.
enum Use: Hashable {
  /// It got the service by a `Lazy`: the order of its record, because to hold that would be to hold what is not registered any more.
  case lazy(Int)
  /// It was built while a `Lazy` was used: the order of creation.
  case forLazy(Int)
  /// It was built with the service: the order of creation.
  case part(Int)

  /// Whether it may be younger than the service.
  var isLazy: Bool { if case .part = self { false } else { true } }
}
