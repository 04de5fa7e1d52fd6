import Synchronization

/// The instances that one instance got, by their numbers: it ends before them.
///
/// Only an instance with something to be done at its end has one, and what may lead to such: what got one of them, or a `Lazy`.
final class Needs: Sendable {
  /// Whether anything is to be done at the end of any instance of the process.
  static let areUsed = Atomic(false)

  private struct State {
    var numbers: Set<Int> = []
    /// What lazies give that the instance got.
    var lazies: [Needs] = []
    /// The numbers of all that was made in the build: within a build of a circle may be a second one of the same service.
    var ownNumbers: [Int] = []
  }

  private let state = Guarded(State())

  func add(_ number: Int) { state.withLock { _ = $0.numbers.insert(number) } }

  func add(_ lazy: Needs) { state.withLock { $0.lazies.append(lazy) } }

  func addOwn(_ number: Int) { state.withLock { $0.ownNumbers.append(number) } }

  var ownNumbers: [Int] { state.value.ownNumbers }

  var all: Set<Int> {
    let state = state.value
    return state.lazies.reduce(state.numbers) { $0.union($1.all) }
  }
}

/// What services of the running cycle got, until it ends: a service that others will see may get it from the cycle.
struct CycleNeeds {
  /// A service of the cycle.
  struct Place: Equatable {
    let entry: Int
    let cycleNumber: Int
    /// Another service may come to have the entry of one that was dropped.
    let record: UInt
  }

  enum Target {
    case instance(Int)
    case lazy(Needs)
    case place(Place)
  }

  private var needs: [(holder: Place, target: Target)] = []
  /// What others will see, and what it got of the cycle, which may get more itself.
  private var kept: [(Needs, Place)] = []

  mutating func add(_ target: Target, to place: Place) { needs.append((place, target)) }

  mutating func add(_ target: Target, to needs: Needs) {
    switch target {
    case .instance(let number): needs.add(number)
    case .lazy(let lazy): needs.add(lazy)
    case .place(let place): kept.append((needs, place))
    }
  }

  /// Tells those that others will see what they got by way of the cycle.
  func settle() {
    for (needs, place) in kept {
      // Those after `next` are still to be looked at.
      var (seen, next) = ([place], 0)
      while next < seen.count {
        for (holder, target) in self.needs where holder == seen[next] {
          switch target {
          case .instance(let number): needs.add(number)
          case .lazy(let lazy): needs.add(lazy)
          case .place(let other): if !seen.contains(other) { seen.append(other) }
          }
        }
        next += 1
      }
    }
  }
}

extension Thread {
  /// Notes that the running code got an instance.
  @inline(never)
  func noteNeed(_ number: Int) { note(.instance(number)) }

  /// Notes that the running code got a service of the cycle, which may have got something or may come to.
  @inline(never)
  func noteNeed(ofEntry entry: Int) {
    note(.place(place(entry, state.cycleNumber, state.cycle[entry].record)))
  }

  /// For the service that is being built and that others will see, or for the lazy that is being used; and for those of the cycle in between.
  private func note(_ target: CycleNeeds.Target) {
    var index = state.frames.count - 1
    let lazy = state.usedLazy
    if index >= 0 || lazy != nil { state.hasNeeds = true }
    while index >= lazy?.frameCount ?? 0 {
      let frame = state.frames[index]
      let record = frame.record
      if frame.isShared {
        if let needs = WaitGraph.needs(of: record.object) { state.cycleNeeds.add(target, to: needs) }
        return
      }
      if frame.entry >= 0 {
        state.cycleNeeds.add(target, to: place(frame.entry, frame.cycleNumber, record))
      }
      index -= 1
    }
    if let lazy { state.cycleNeeds.add(target, to: lazy.needs) }
  }

  private func place(_ entry: Int, _ cycleNumber: Int, _ record: Borrowed<Record>) -> CycleNeeds.Place {
    CycleNeeds.Place(entry: entry, cycleNumber: cycleNumber, record: record.identity)
  }

  /// What a lazy has to note at its use, which the running code gets.
  @inline(never)
  func needsOfLazy() -> Needs {
    let needs = Needs()
    note(.lazy(needs))
    return needs
  }

  /// Runs the resolve of a lazy, which notes what it gives.
  func using(_ needs: Needs?, _ resolve: () -> Outcome) -> Outcome {
    let around = state.usedLazy
    state.usedLazy = needs.map { UsedLazy(needs: $0, frameCount: state.frames.count) }
    defer { state.usedLazy = around }
    return resolve()
  }

  /// Ends what is noted of the running cycle.
  @inline(never)
  func settleNeeds() {
    state.hasNeeds = false
    exchange(&state.cycleNeeds, with: CycleNeeds()).settle()
  }
}

/// A lazy that is being used.
struct UsedLazy {
  let needs: Needs
  /// How many services were being built when that began.
  let frameCount: Int
}

extension WaitGraph {
  /// Notes that the instance which is being built got another one.
  static func addNeed(_ number: Int, to record: Record) { needs(of: record)?.add(number) }

  /// What the instance got that is being built; `nil` if none is.
  static func needs(of record: Record) -> Needs? {
    state.withLock { $0.builds[ObjectIdentifier(record)]?.startNeeds() }
  }
}

extension Record {
  /// The number of the instance that is there, or half-built, if it has to be ended after those who got it; as a participant of
  /// `Reclamation`.
  var numberToNote: Int? {
    if let shared { return shared.read { $0.needs == nil ? nil : $0.number } }
    if let storageSlot, let number = storageSlot.numberToNote { return number }
    guard isBeingBuilt else { return nil }
    return WaitGraph.state.withLock { state in
      state.builds[ObjectIdentifier(self)].flatMap { $0.needs == nil ? nil : $0.instance?.number }
    }
  }
}
