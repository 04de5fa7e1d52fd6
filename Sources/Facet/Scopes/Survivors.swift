/// The instances of an ended cycle that somebody may still hold.
///
/// Everything is kept weakly, under numbers instead of addresses, so that it neither extends a lifetime nor takes a new record
/// for an old one. What is gone is removed as the table grows: its size is in proportion to what lives.
final class Survivors: Sendable {
  /// Which record built an instance, for which registry.
  struct Key: Hashable {
    let record: Int
    let builder: Int
  }

  /// One instance, and the arguments that it was built with.
  struct Survivor {
    weak var object: AnyObject?
    let arguments: RememberedArguments?
  }

  fileprivate struct State {
    var survivors: [Key: [Survivor]] = [:]
    var count = 0
    /// The count at which what is gone is removed next.
    var limit = 8
  }

  private let state = Guarded(State())

  func insert(_ object: AnyObject, arguments: RememberedArguments?, for key: Key) {
    // What is looked at, or goes, may lose its last owner here: it is released outside the lock.
    _ = state.withLock { state -> ([Survivor], [AnyObject?]) in
      let known = state.survivors[key] ?? []
      var objects = known.map(\.object)
      let others = zip(known, objects).filter { $1 != nil && $1 !== object }.map(\.0)
      state.survivors[key] = others + [Survivor(object: object, arguments: arguments)]
      state.count += others.count + 1 - known.count
      var removed = known
      if state.count >= state.limit { state.removeGone(&objects, &removed) }
      return (removed, objects)
    }
  }

  /// What was built for a key, the living and the gone.
  func find(_ key: Key) -> [Survivor] {
    state.withLock { $0.survivors[key] ?? [] }
  }
}

extension Survivors.State {
  /// Removes what is gone, and adds all objects that it looks at, and all that it removes, to lists of the caller's.
  fileprivate mutating func removeGone(_ seen: inout [AnyObject?], _ removed: inout [Survivors.Survivor]) {
    count = 0
    for (key, known) in survivors {
      let objects = known.map(\.object)
      seen += objects
      removed += known
      let living = zip(known, objects).filter { $1 != nil }.map(\.0)
      survivors[key] = living.isEmpty ? nil : living
      count += living.count
    }
    limit = max(8, count * 2)
  }
}
