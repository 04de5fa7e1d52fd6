/// The instances that one instance got, by their numbers: it ends before them.
///
/// Only an instance with something to be done at its end has one, and what may lead to such: what got one of them, or a `Lazy` that may.
final class Needs: Sendable {
  private let numbers = Guarded<Set<Int>>([])

  func add(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }

  var all: Set<Int> { numbers.value }
}

extension Thread {
  /// Notes that the running code got an instance: for the service that is being built and that others will see, and for what the cycle
  /// may give to such a service.
  @inline(never)
  func noteNeed(_ number: Int) {
    state.needsOfLazy?.add(number)
    var index = state.frames.count - 1
    while index >= 0 {
      let frame = state.frames[index]
      if frame.isShared { return WaitGraph.addNeed(number, to: record(of: frame).object) }
      if frame.entry >= 0 {
        state.needsOfCycle.append(
          CycleNeed(
            entry: frame.entry, cycleNumber: frame.cycleNumber, record: record(of: frame), number: number))
      }
      index -= 1
    }
  }

  /// Notes what the instance of an entry got, for the one that gets it from the cycle.
  @inline(never)
  func noteNeeds(ofEntry entry: Int) {
    guard lastFrame(where: { $0.isShared }) != nil else { return }
    // The list grows meanwhile.
    for need in state.needsOfCycle
    where need.entry == entry && need.cycleNumber == state.cycleNumber
      && need.record == state.cycle[entry].record
    {
      noteNeed(need.number)
    }
  }

  /// What a lazy, which the running code gets, has to note at its use; `nil` if nobody keeps who gets it.
  func needsForLazy() -> Needs? {
    let number = lastFrame { $0.isShared }
    return number.flatMap { WaitGraph.needs(of: record(of: state.frames[$0]).object) }
  }
}

/// An instance that a service of the cycle got.
struct CycleNeed {
  let entry: Int
  let cycleNumber: Int
  /// Another service may come to have the place of one that was dropped.
  let record: Borrowed<Record>
  let number: Int
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
