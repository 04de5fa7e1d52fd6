/// The content of a home from the first claim until it is given up: the instance, its needs, and its build.
///
/// A home has one life at a time, or none. *A build belongs to the life in which it began*: if the home has another life, or none, when the
/// build is published, nobody keeps the instance.
final class Life: Opaque, @unchecked Sendable {
  // Unchecked: the lock of the home's owner guards the state.
  struct State: ~Copyable {
    /// The shared instance, until it has ended.
    var kept: Instance?
    /// The shared instance of a service of weak scope.
    var keptWeakly: WeakInstance?
    /// The kept instance as forwards show it, by their numbers: a forward that is removed is not held.
    var conversions: [(forward: Int, instance: Instance)] = []
    /// The order of creation, given when the instance is published; 0 before.
    var number = 0
    /// The lives that the instance got.
    var needs = Needs()
    /// The claim: the build that others wait for.
    var build: Build?
    /// The builds of parties that did not wait for the claim.
    var rivals: [Build] = []
    /// Whether it gets no more, as one that stands for a service of graph scope.
    var isFinal = false
    /// Whether it was given up: nobody finds what it keeps, which ends.
    var isOver = false
    /// Where the ledger has it; -1 if it has not.
    fileprivate(set) var place = -1

    /// The kept instance as a forward shows it.
    @inline(__always)
    func conversion(for forward: Forward) -> Instance? {
      for known in conversions where known.forward == forward.order { return known.instance }
      return nil
    }
    var builds: [Build] { (build.map { [$0] } ?? []) + rivals }
    var isBuilt: Bool { build != nil || !rivals.isEmpty }
    /// Whether an instance was published in it: one at most.
    var isPublished: Bool { number != 0 }
    /// Whether somebody builds, or it keeps something.
    fileprivate var isInUse: Bool { isBuilt || isPublished && !isOver }
  }

  let home: Home
  let record: Record
  /// Whether nothing ends with it: what it got, its users got.
  let handsOn: Bool
  var owner: Registry { home.owner }
  // As in `Home`: the lock gives access to one party.
  @exclusivity(unchecked) private var held: Held<State>

  init(of record: Record, in home: Home, handsOn: Bool = false, _ state: consuming State = State()) {
    (self.record, self.home, self.handsOn) = (record, home, handsOn)
    unsafe held = Held(state, in: home.owner)
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
    if let kept = read(contents, { $0.kept }) { return kept }
    return handsOn ? weakInstance(contents) : nil
  }
  @inline(never)
  private func weakInstance(_ contents: borrowing Registry.Contents) -> Instance? {
    let instance = read(contents) { $0.keptWeakly?.instance }
    instance?.life = self
    return instance
  }
  /// Keeps a conversion as long as the instance that it was made from; returns the first one.
  func keep(_ converted: Instance, for forward: Forward, of instance: Instance) -> Instance {
    withLock { state in
      guard state.kept === instance, !state.isOver, !forward.isGone else { return converted }
      if let first = state.conversion(for: forward) { return first }
      converted.life = self
      state.conversions.append((forward.order, converted))
      return converted
    }
  }
}

// MARK: - Its end

extension Life {
  /// Gives it up; returns whether it keeps something, which ends then, or is released, without the lock.
  @discardableResult
  func giveUp(_ contents: inout Registry.Contents) -> Bool {
    home.change(&contents) { home in if home.life === self { home.life = nil } }
    // The instance of a storage ends when that is emptied.
    let isKept = change(&contents) { state in
      state.isOver = true
      return state.kept != nil || state.keptWeakly != nil
    }
    // As long as a build runs, a close waits for it.
    settle(&contents)
    record.forgetIfEmpty(home, &contents)
    return isKept
  }
  /// Keeps an instance until that has ended.
  func keepForEnd(_ instance: Instance) -> Life {
    withLock { ($0.kept, $0.isOver) = (instance, true) }
    return self
  }
}

// MARK: - The ledger

/// The lives of a registry: those that keep something, and those of which a build runs.
struct Ledger {
  // In no order: what ends is sorted by its number.
  private(set) var all: [Life] = []

  var isEmpty: Bool { all.isEmpty }

  fileprivate mutating func insert(_ life: Life) -> Int {
    // As in `HashTable`.
    if all.capacity == 0 { all = [life] } else { all.append(life) }
    return all.count - 1
  }
  /// Returns the life that takes the place.
  fileprivate mutating func remove(at place: Int) -> Life? {
    all.swapAt(place, all.count - 1)
    all.removeLast()
    return place < all.count ? all[place] : nil
  }
}

extension Registry.Contents {
  /// Closes the container for good: what is published from now on is lost.
  ///
  /// Returns the lives of the ledger; those of which a build runs are entered again when they are given up.
  mutating func empty() -> [Life] {
    (isClosed, isDraining, isEmptied) = (true, false, true)
    let all = exchange(&ledger, with: Ledger()).all
    for life in all { life.change(&self) { $0.place = -1 } }
    return all
  }
}

extension Life {
  func isInUse(_ contents: borrowing Registry.Contents) -> Bool { read(contents) { $0.isInUse } }
  /// Enters it in the ledger; or removes it there, and from its home, if it is not in use any more.
  func settle(_ contents: inout Registry.Contents) {
    let (place, isInUse) = read(contents) { ($0.place, $0.isInUse) }
    if !isInUse { home.change(&contents) { home in if home.life === self { home.life = nil } } }
    if isInUse == (place >= 0) { return }
    if isInUse {
      let new = contents.ledger.insert(self)
      return change(&contents) { $0.place = new }
    }
    let moved = contents.ledger.remove(at: place)
    moved?.change(&contents) { $0.place = place }
    change(&contents) { $0.place = -1 }
  }
}
