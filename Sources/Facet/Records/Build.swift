/// Somebody who builds and may have to wait: a thread, or an awaited build.
final class Party: @unchecked Sendable {
  // Unchecked: guarded by the lock of `Waits`.
  /// A task may wait for several builds, by its child tasks.
  var waits: [Wait] = []
  /// Whether it builds in a task, for which no thread waits.
  let isAwaited: Bool

  init(isAwaited: Bool = false) { self.isAwaited = isAwaited }
}

/// Who asks for what: a record, in the scope that it had when it was found.
///
/// The first who asks is the claimant.
struct Asker {
  let record: Record
  let kind: ScopeKind
  let party: Party
  /// The shared build whose code asks.
  var outer: Build?
}

/// One build of a shared service, by one party: the claim of its home, for which others wait, or a rival beside it.
///
/// A turn with a storage, for which others wait, is one, too.
final class Build: @unchecked Sendable {
  // Unchecked: each part says below who guards it.
  let record: Record
  let home: Home
  let party: Party
  let kind: ScopeKind
  /// The build of its party around it.
  let outer: Build?

  /// Whether the instance goes to its caller alone.
  let isForCaller: Bool

  // As it was when the build began.
  /// The scope was changed since the record was found.
  private let isOfOldScope: Bool
  private let resets: Int, creation: Int

  // Its party alone uses these until the build ends; then those that waited for an awaited build read what came of it.
  /// The instance, once a factory has returned.
  ///
  /// The first one that is stored counts.
  var instance: Instance?
  /// The instance as a service of weak scope is kept.
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

  // Guarded by the lock of `Waits`.
  var waiters: [Wait] = []
  /// For how many seconds tasks have waited for it.
  var seconds = 0
  /// Whether it was reported that it takes long.
  var isReported = false

  init(
    by asker: Asker, in home: Home, _ contents: borrowing Registry.Contents, isForCaller: Bool = false
  ) {
    (record, kind, party, self.home) = (asker.record, asker.kind, asker.party, home)
    (outer, self.isForCaller) = (asker.outer, isForCaller)
    isOfOldScope = record.isOfOtherScope(than: kind, in: home, contents)
    (resets, creation) = home.read(contents) { ($0.resets, $0.creation) }
  }
}

extension Build {
  /// Rule 8, give up: whether the instance is to be kept.
  ///
  /// If it was given up since the build began, it belongs to the caller.
  func isWanted(_ contents: borrowing Registry.Contents) -> Bool {
    !isForCaller && !isOfOldScope && home.read(contents) { $0.resets == resets }
      && record.isInUse(home, contents)
  }
  /// Rule 5, validate: whether the service was published since this build began, or its container was emptied.
  func isLost(_ contents: borrowing Registry.Contents) -> Bool {
    isClosed(contents) || isWanted(contents) && home.read(contents) { $0.creation != creation }
  }
  func isClosed(_ contents: borrowing Registry.Contents) -> Bool { !home.isPrivate && contents.isEmptied }

  /// Whether it still runs.
  ///
  /// Then its end wakes the party that waits.
  func noteWaiter(_ contents: inout Registry.Contents) -> Bool {
    if !hasEnded { hasWaiters = true }
    return !hasEnded
  }
  /// Gives back the claim.
  ///
  /// Returns whether a party waits, which is to be woken without the lock.
  func giveBackClaim(_ contents: inout Registry.Contents) -> Bool {
    home.change(&contents) { home in if home.build === self { home.build = nil } }
    record.forgetIfEmpty(home, &contents)
    if !contents.givenUp.isEmpty { contents.givenUp.removeAll { $0 === self } }
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
