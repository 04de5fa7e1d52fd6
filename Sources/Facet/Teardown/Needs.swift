import Synchronization

/// The instances that one instance received, by their numbers: it ends before them.
///
/// An instance has needs only if it has an action at its end or may lead to such an instance: it received one, or a `Lazy`.
final class Needs: Sendable {
  /// Whether any instance of the process has an action at its end.
  static let areUsed = Atomic(false)

  private struct State {
    var numbers: Set<Int> = []
    /// The needs of the lazies that the instance received.
    var lazies: [Needs] = []
    /// The numbers of all instances made in the build: a build within a circle may contain a second one of the same service.
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

/// The needs of services of the running cycle, until it ends: a shared service may receive them through the cycle.
struct CycleNeeds {
  /// A service of the cycle.
  struct Place: Equatable {
    let entry: Int
    let cycleNumber: Int
    /// Another service may get the entry of a dropped one.
    let record: UInt
  }

  enum Target {
    case instance(Int)
    case lazy(Needs)
    case place(Place)
  }

  private var needs: [(holder: Place, target: Target)] = []
  /// The needs of shared services, with the service of the cycle that they received, which may still receive more.
  private var kept: [(Needs, Place)] = []

  mutating func add(_ target: Target, to place: Place) { needs.append((place, target)) }

  mutating func add(_ target: Target, to needs: Needs) {
    switch target {
    case .instance(let number): needs.add(number)
    case .lazy(let lazy): needs.add(lazy)
    case .place(let place): kept.append((needs, place))
    }
  }

  /// Adds to the shared services the needs that they received through the cycle.
  func settle() {
    for (needs, place) in kept {
      // The places after `next` are still to be visited.
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
  /// Notes that the running code received an instance.
  @inline(never)
  func noteNeed(_ number: Int) { note(.instance(number)) }

  /// Notes that the running code received a service of the cycle, which may have needs now or later.
  @inline(never)
  func noteNeed(ofEntry entry: Int) {
    note(.place(place(entry, state.cycleNumber, state.cycle[entry].record)))
  }

  /// Notes it for the shared service under construction, or for the lazy in use, and for the services of the cycle in between.
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

  /// The needs of a new lazy that the running code receives; its use fills them.
  @inline(never)
  func needsOfLazy() -> Needs {
    let needs = Needs()
    note(.lazy(needs))
    return needs
  }

  /// Runs the resolve of a lazy, which notes its result.
  func using(_ needs: Needs?, _ resolve: () -> Outcome) -> Outcome {
    let around = state.usedLazy
    state.usedLazy = needs.map { UsedLazy(needs: $0, frameCount: state.frames.count) }
    defer { state.usedLazy = around }
    return resolve()
  }

  /// Ends the notes of the running cycle.
  @inline(never)
  func settleNeeds() {
    state.hasNeeds = false
    exchange(&state.cycleNeeds, with: CycleNeeds()).settle()
  }
}

/// A lazy in use.
struct UsedLazy {
  let needs: Needs
  /// How many services were being built when the use began.
  let frameCount: Int
}

extension WaitGraph {
  /// Notes that the instance under construction received another one.
  static func addNeed(_ number: Int, to record: Record) { needs(of: record)?.add(number) }

  /// The needs of the instance under construction; `nil` if there is none.
  static func needs(of record: Record) -> Needs? {
    state.withLock { $0.builds[ObjectIdentifier(record)]?.startNeeds() }
  }
}

extension Record {
  /// The number of the present or half-built instance, if it must end after its users.
  ///
  /// The caller is a participant of `Reclamation`.
  var numberToNote: Int? {
    if let shared { return shared.read { $0.needs == nil ? nil : $0.number } }
    if let storageSlot, let number = storageSlot.numberToNote { return number }
    guard isBeingBuilt else { return nil }
    return WaitGraph.state.withLock { state in
      state.builds[ObjectIdentifier(self)].flatMap { $0.needs == nil ? nil : $0.instance?.number }
    }
  }
}
