import Synchronization

/// The instances that one instance received, by their numbers: it ends before them.
///
/// An instance has needs only if it has an action at its end or may lead to such an instance: it received one, or a `Lazy`.
///
/// A lazy has needs too, and so has a service of graph scope that may be joined later.
final class Needs: Sendable {
  /// Whether any instance of the process has an action at its end.
  static let areUsed = Atomic(false)

  private struct State {
    var numbers: Set<Int> = []
    /// The needs of received lazies, which may grow, and of instances that nobody else leads to.
    var others: [ObjectIdentifier: Needs] = [:]
    /// Whether others copy the needs, because nothing comes any more: so two lazies never hold one another.
    var isComplete = false
    /// The numbers of all instances made in the build: a build within a circle may contain a second one of the same service.
    var ownNumbers: [Int] = []
  }

  private let state = Guarded(State())

  func add(_ number: Int) { state.withLock { _ = $0.numbers.insert(number) } }

  func add(_ other: Needs) {
    var (open, seen) = ([other], [ObjectIdentifier(self), ObjectIdentifier(other)] as Set)
    if other === self { return }
    while let next = open.popLast() {
      let known = next.state.value
      state.withLock { state in
        if known.isComplete {
          state.numbers.formUnion(known.numbers)
        } else {
          state.others[ObjectIdentifier(next)] = next
        }
      }
      if known.isComplete {
        open += known.others.values.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
    }
  }

  func complete() { state.withLock { $0.isComplete = true } }

  func removeOthers() { state.withLock { $0.others = [:] } }

  func addOwn(_ number: Int) { state.withLock { $0.ownNumbers.append(number) } }

  var ownNumbers: [Int] { state.value.ownNumbers }

  var all: Set<Int> {
    var (all, seen, open) = (Set<Int>(), [ObjectIdentifier(self)] as Set, [self])
    while let next = open.popLast() {
      let state = next.state.value
      all.formUnion(state.numbers)
      open += state.others.values.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return all
  }
}

extension WaitGraph {
  /// The needs of the instance that a task or the calling thread builds.
  ///
  /// `nil` if another thread took the build over, or if a factory runs whose result is dropped because of a second build within it.
  static func needs(
    of record: Record, by thread: Thread = .current, in phase: Frame.Phase = .completing
  ) -> Needs? {
    state.withLock { state in
      guard let build = state.builds[ObjectIdentifier(record)], build.thread.map({ $0 == thread }) != false,
        phase != .building || build.instance == nil
      else { return nil }
      return build.startNeeds()
    }
  }

  /// Gives other needs to the build of the calling thread, and returns the old ones.
  static func exchangeNeeds(_ record: Record, by thread: Thread, _ new: Needs?) -> Needs? {
    state.withLock { state in
      guard let build = state.builds[ObjectIdentifier(record)], build.thread == thread else { return nil }
      return build.exchangeNeeds(new)
    }
  }

  /// The needs of an instance of a storage, which may be received before its build ends.
  static func needsToKeep(of record: Record) -> Needs? {
    Needs.areUsed.load(ordering: .relaxed) ? needs(of: record) : nil
  }

  /// What to note about a received instance of a record; `nil` if it leads to nothing that ends.
  ///
  /// The caller is a participant of `Reclamation`.
  static func need(_ instance: Instance, of record: Record) -> CycleNeeds.Target? {
    state.withLock { state in
      // An incomplete one may still receive something.
      if let build = state.builds[ObjectIdentifier(record)], build.instance === instance {
        return .needs(build.startOffered(instance.number))
      }
      // The container does not end an instance that was reset while it was built.
      return instance.needs.map { record.has(instance) ? .instance(instance.number) : .needs($0) }
    }
  }
}

extension Record {
  /// Whether the record shares an instance, and so ends it; as a participant of `Reclamation`.
  func has(_ instance: Instance) -> Bool {
    instance.number == shared?.read { $0.number } ?? storageSlot?.lastInstance.number
  }
}
