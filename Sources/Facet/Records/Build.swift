/// A party, and the record that it asks for, in the scope that it had when it was found.
///
/// The first who asks is the claimant.
struct Asker {
  let record: Record
  let kind: ScopeKind
  let party: Party
  /// The shared build whose code asks.
  var outer: Build?
}

/// The build of a kept service by a party: the claim of its home, for which others wait, or a rival beside it.
final class Build: Work, @unchecked Sendable {
  // Unchecked: each part says below who guards it.
  /// The life in which it began; one that no home has, if its instance goes to the caller alone.
  let life: Life
  /// How the instance is kept.
  let kind: ScopeKind
  /// The build of its party around it.
  let outer: Build?

  // Its party alone uses these until the build ends; then those that waited for an awaited build read what came of it.
  /// The instance, once a factory has returned.
  ///
  /// The first one that is stored counts.
  var instance: Instance?
  /// The instance as a service of weak scope is kept.
  var weakly: WeakInstance?
  /// The instances that factories returned, and for which decorators failed.
  var unfinished: [Instance] = []
  /// The order in which it was stored.
  var number = 0
  /// The frame that the instance waits for.
  var low = Low.none
  /// The lives that the former instance of the home got; released without the lock.
  var former: [Life] = []
  /// The lives that the instance got, when the build is over.
  var got: [Life] = []
  /// Why an awaited build failed.
  var failure: ResolutionError?

  // Guarded by the lock of `Waits`.
  /// The task of an awaited build that is for all.
  var task: Task<Void, Never>?
  /// Rule 13, cancel: whether it is cancelled as soon as nobody waits, and whether it was.
  var (isUnheld, isAbandoned) = (false, false)

  init(by asker: Asker, of life: Life, _ contents: borrowing Registry.Contents) {
    (self.life, outer) = (life, asker.outer)
    let isKeptByHome = asker.kind == .custom && life.home.read(contents) { $0.storage?.isHome == true }
    kind = isKeptByHome ? .container : asker.kind
    super.init(by: asker.party)
  }
  override var record: Record { life.record }
  override func reportLong(_ waiters: [Wait]) {
    guard let first = waiters.first?.waiter else { return }
    // The kept services that its party builds around it.
    let path = sequence(first: self, next: \.outer).dropFirst().map { $0.step }.reversed()
    let extras = ResolutionError.Extras(waiting: first.path, waiters: waiters.count)
    home.owner.report(ResolutionError(.longWait, Array(path), step, with: extras))
  }
  private var step: PathStep { PathStep(life.record, keptBy: home.owner) }
  var home: Home { life.home }
  override func noteWaiter(asks: Bool) -> Bool {
    home.owner.contents.withLock { _ in addWaiter(asks: asks) }
  }
}

extension Build {
  /// Rule 8, life: whether the home has another life than the one in which the build began, or none.
  func isStale(_ contents: borrowing Registry.Contents) -> Bool { home.read(contents) { $0.life !== life } }
  /// Rule 5, validate: whether the service was published in its life, or its container was emptied.
  func isLost(_ contents: borrowing Registry.Contents) -> Bool {
    contents.isEmptied || life.read(contents) { $0.isPublished }
  }
  /// Rule 13, cancel: the build loses its life, so that who asks from now on begins another one.
  ///
  /// Returns false if it is over.
  func abandon() -> Bool {
    home.owner.contents.withLock { contents in
      let isRunning = life.read(contents) { !$0.isPublished && $0.builds.contains { $0 === self } }
      if isRunning { life.giveUp(&contents) }
      return isRunning
    }
  }
  /// The build is lost, and the claim is over.
  ///
  /// An awaited close waits until its party has looked again (rule 11, drain).
  ///
  /// Returns whether a party waits, which is to be woken without the lock.
  func lose(_ contents: inout Registry.Contents) -> Bool {
    life.change(&contents) { life in
      guard life.build === self else { return }
      life.build = nil
      life.rivals.append(self)
    }
    return lose()
  }
  /// The build is over: it gives back the claim.
  ///
  /// Returns whether a party waits, which is to be woken without the lock.
  func leave(_ contents: inout Registry.Contents) -> Bool {
    life.change(&contents) { life in
      if life.build === self { life.build = nil } else { life.rivals.removeAll { $0 === self } }
    }
    life.settle(&contents)
    record.forgetIfEmpty(home, &contents)
    return end()
  }
}

/// The frame that an instance waits for: the lowest whose half-built instance it has, by itself or through its parts.
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
