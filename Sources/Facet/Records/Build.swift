/// Somebody who builds and may have to wait: a thread, or an awaited build.
final class Party: @unchecked Sendable {
  // Unchecked: guarded by the lock of `Waits`.
  /// A task may wait for several builds, by its child tasks.
  var waits: [Wait] = []
}

/// One build of a shared service, by one party: the claim of its home, for which others wait, or a rival beside it.
///
/// A turn with a storage is one, too.
final class Build: @unchecked Sendable {
  // Unchecked: each part says below who guards it.
  let record: Record
  let home: Home
  let party: Party
  let kind: ScopeKind
  /// A task builds it: no thread waits for it.
  let isAwaited: Bool

  // As it was when the build began.
  /// The scope was changed since the record was found.
  private let isOfOldScope: Bool
  private let resets: Int, creation: Int

  // Only its party uses these, until it is published.
  /// The instance, once a factory has returned.
  ///
  /// The first one that is stored counts.
  var instance: Instance?
  /// The same, as a service of weak scope is kept.
  var weakly: WeakInstance?
  /// The order of creation.
  var number = 0
  /// What the instance waits for.
  var low = Low.none
  /// Why an awaited build failed.
  var failure: ResolutionError?

  // Guarded by the lock of the home's owner.
  private var hasEnded = false
  private var hasWaiters = false

  /// Guarded by the lock of `Waits`.
  var waiters: [Wait] = []

  /// Call it with the lock.
  init(_ record: Record, in home: Home, _ party: Party, _ kind: ScopeKind, isAwaited: Bool = false) {
    (self.record, self.home, self.party, self.kind, self.isAwaited) = (record, home, party, kind, isAwaited)
    // The lock of a part's owner does not guard the record.
    let present = home.kind == .ofRecord ? record.mode.kind : nil
    isOfOldScope = present.map { $0 == .scoped || $0.inHome != kind } ?? false
    (resets, creation) = (home.resets, home.creation)
  }
}

// Call these with the lock of the home's owner.
extension Build {
  /// Rule 8, give up: whether the instance is to be kept.
  ///
  /// If it was given up since the build began, it belongs to who asked.
  var isWanted: Bool { !isOfOldScope && home.resets == resets && home.isOpen }
  /// Rule 5, validate: whether the service was published since this build began, or its container was emptied.
  var isLost: Bool { isClosed || isWanted && home.creation != creation }
  var isClosed: Bool { !home.isPrivate && home.owner.contents.whileLocked { $0.isEmptied } }

  /// Whether it still runs.
  ///
  /// Then it will wake who waits.
  func noteWaiter() -> Bool {
    if !hasEnded { hasWaiters = true }
    return !hasEnded
  }
  /// Gives back the claim, or the turn.
  ///
  /// Returns whether somebody waits, who is to be woken without the lock.
  func ends() -> Bool {
    if home.build === self { home.build = nil }
    if home.turn === self { home.turn = nil }
    hasEnded = true
    return hasWaiters
  }
}

/// What an instance waits for: the lowest frame whose half-built instance it has, by itself or through what it got.
///
/// `none` for what has nothing half-built, and for all that is published. It is the low link of Tarjan's algorithm.
struct Low: Comparable {
  private let depth: Int32

  static var none: Low { Low(depth: .max) }
  @inline(__always)
  static func frame(_ depth: Int) -> Low { Low(depth: Int32(truncatingIfNeeded: depth)) }
  @inline(__always)
  static func < (left: Low, right: Low) -> Bool { left.depth < right.depth }

  /// Whether it is a frame below this one.
  @inline(__always)
  func isBelow(_ depth: Int) -> Bool { self.depth < depth }
}
