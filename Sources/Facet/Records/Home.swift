/// Where the instance of a record is kept: one life at a time, or none.
///
/// A record has one, once something is kept. In scoped scope it has one in each registry, in perArgument scope one for each value.
package final class Home: Opaque, @unchecked Sendable {
  // Unchecked: the lock of the owner guards the state.
  struct State: ~Copyable {
    /// The life of the home, until it is given up.
    var life: Life?
    /// Whether another home is found in its place: who asks looks again.
    var isForgotten = false
    /// The storage of a custom scope, from its first use on.
    var storage: Storage?
  }

  /// The registry whose lock guards it, and whose container builds.
  let owner: Registry
  /// The record of a scoped service, which does not hold the home.
  let scoped: Record?
  /// The arguments in perArgument scope, and their hash.
  let arguments: (values: KeptArguments, hash: Int)?
  /// Whether it may have a life; the instances of the others belong to their callers.
  let isOpen: Bool
  // Within the lock nobody else has access: to check that again would cost more than all else that a resolve does here.
  @exclusivity(unchecked) private var held: Held<State>

  init(in owner: Registry, of scoped: Record? = nil, isOpen: Bool = true) {
    (self.owner, self.scoped, arguments, self.isOpen) = (owner, scoped, nil, isOpen)
    unsafe held = Held(State(), in: owner)
  }
  init(in owner: Registry, for arguments: (values: KeptArguments, hash: Int), isOpen: Bool) {
    (self.owner, scoped, self.arguments, self.isOpen) = (owner, nil, arguments, isOpen)
    unsafe held = Held(State(), in: owner)
  }

  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    unsafe held.read(contents, body)
  }
  @inline(__always)
  func change<Result>(_ contents: inout Registry.Contents, _ body: (inout State) -> Result) -> Result {
    unsafe held.change(&contents, body)
  }
  @inline(__always)
  func withReadLock<Result>(_ body: (borrowing State) -> Result) -> Result {
    owner.contents.withReadLock { contents in read(contents, body) }
  }
  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    owner.contents.withLock { contents in change(&contents, body) }
  }

  /// The kept instance.
  @inline(__always)
  func instance(_ contents: borrowing Registry.Contents) -> Instance? {
    read(contents) { $0.life }?.instance(contents)
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

extension Record {
  /// A home for arguments goes with a build that failed: or the failures of a program would fill its memory.
  func forgetIfEmpty(_ home: Home, _ contents: inout Registry.Contents) {
    guard home.arguments != nil, home.isOpen, home.read(contents, { !$0.isForgotten }),
      home.read(contents, { $0.life })?.isInUse(contents) != true
    else { return }
    forget(home, &contents)
  }
  /// A party that asks for these arguments looks again, and finds another home.
  func forget(_ home: Home, _ contents: inout Registry.Contents) {
    home.change(&contents) { $0.isForgotten = true }
    guard let (_, hash) = home.arguments else { return }
    change(&contents) { state in
      state.homes[hash]?.removeAll { $0 === home }
      if state.homes[hash]?.isEmpty == true { state.homes[hash] = nil }
    }
  }
}
