/// The instances of a finished cycle, held weakly: some may still live.
///
/// A ``Lazy`` and other code that joins the cycle find its instances here. A cycle that cannot be joined leaves nothing.
///
/// The keys are numbers instead of addresses, because the address of an old record may become that of a new one. Released
/// instances are removed while the table grows, so its size is proportional to the living instances.
///
/// The cycle of an awaited resolve ends later than the blocks that build for it. Until then, its instances are kept.
struct Survivors: ~Copyable, Sendable {
  /// The record of an instance and the registry that built it, or a storage that keeps it.
  struct Key: Hashable {
    private let number: Int
    private let builder: Int

    init(record: Int, builder: Borrowed<Registry>) {
      number = record
      self.builder = builder.read { $0.number }
    }

    init(storage: Int) {
      number = storage
      // No registry has this number.
      builder = -1
    }
  }

  /// One instance, and the arguments with which it was built.
  struct Survivor {
    fileprivate var kept: Any?
    fileprivate weak var object: AnyObject?
    let arguments: RememberedArguments?
    /// What it received that must end after its users.
    let needs: Needs?

    /// The service; `nil` if it is gone.
    var service: Any? { kept ?? object }
  }

  struct State {
    var survivors: [Key: [Survivor]] = [:]
    var count = 0
    /// The count at which released instances are removed.
    var limit = 8
    /// The keys with additions with arguments since the last search for released instances.
    var changedKeys: [Key] = []
    /// Whether the cycle still runs and keeps its instances.
    var keepsInstances: Bool
  }

  let state: Guarded<State>

  init(keepsInstances: Bool = false) {
    state = Guarded(State(keepsInstances: keepsInstances))
  }

  /// Adds an instance of a service, if its arguments can be found again.
  ///
  /// A value is found only while the cycle keeps it.
  func insert(
    _ service: Any, of record: Record, builtBy builder: Borrowed<Registry>, _ arguments: ArgumentCopy?,
    needs: Needs? = nil
  ) {
    var remembered: RememberedArguments?
    if let arguments, let operations = record.recipe.arguments {
      remembered = RememberedArguments(operations.values(arguments.arguments))
      if remembered == nil { return }
    }
    insert(service, arguments: remembered, needs: needs, for: Key(record: record.order, builder: builder))
  }

  /// Adds an instance; if `isOnly` is set, it replaces all others for the key.
  @inline(never)
  func insert(
    _ service: Any?, arguments: RememberedArguments? = nil, needs: Needs? = nil, for key: Key,
    isOnly: Bool = false
  ) {
    let object = reference(in: service)
    // Reading a weak reference holds the object, perhaps as its last owner. So all of them are released outside the lock.
    _ = state.withLock { state -> ([Survivor], [Any?]) in
      let known = state.survivors[key] ?? []
      var seen: [Any?] = []
      var new = isOnly ? [] : Survivors.living(known, &seen)
      let kept = state.keepsInstances ? service : nil
      if object != nil || kept != nil {
        let survivor = Survivor(kept: kept, object: object, arguments: arguments, needs: needs)
        // A known instance keeps its place: the cycle goes on with the first one.
        if let object, let known = new.firstIndex(where: { $0.object === object }) {
          new[known] = survivor
        } else {
          new.append(survivor)
        }
      }
      state.survivors[key] = new.isEmpty ? nil : new
      state.count += new.count - known.count
      if arguments != nil { state.changedKeys.append(key) }
      var removed = known
      if state.count >= state.limit { state.removeGone(&seen, &removed) }
      return (removed, seen)
    }
  }

  /// Stops keeping the instances.
  func release() {
    // Released outside the lock.
    _ = state.withLock { state -> [Key: [Survivor]] in
      let kept = state.survivors
      state.keepsInstances = false
      for key in kept.keys {
        state.survivors[key] = kept[key]?.map {
          Survivor(object: $0.object, arguments: $0.arguments, needs: $0.needs)
        }
      }
      return kept
    }
    forgetGone()
  }

  /// Forgets the arguments of instances that were released with their cycle, because an argument may hold such an instance.
  func forgetGone() {
    // Released outside the lock.
    _ = state.withLock { state -> ([Survivor], [Any?]) in
      if state.keepsInstances { return ([], []) }
      var seen: [Any?] = []
      var removed: [Survivor] = []
      for key in exchange(&state.changedKeys, with: []) {
        let known = state.survivors[key] ?? []
        removed += known
        let living = Survivors.living(known, &seen)
        state.survivors[key] = living.isEmpty ? nil : living
        state.count += living.count - known.count
      }
      return (removed, seen)
    }
  }

  /// The instances for a key, including released ones.
  func find(_ key: Key) -> [Survivor] { state.withLock { $0.survivors[key] ?? [] } }

  /// The living instances; all that was read goes to `seen`, which holds it.
  @inline(never)
  fileprivate static func living(_ known: [Survivor], _ seen: inout [Any?]) -> [Survivor] {
    known.filter { survivor in
      let found = survivor.service
      seen.append(found)
      return found != nil
    }
  }
}

extension Survivors.State {
  /// Removes the released instances.
  ///
  /// - Parameters:
  ///   - seen: receives all that was read; the caller releases it outside the lock.
  ///   - removed: receives every old list, for the same reason.
  fileprivate mutating func removeGone(_ seen: inout [Any?], _ removed: inout [Survivors.Survivor]) {
    count = 0
    for (key, known) in survivors {
      removed += known
      let living = Survivors.living(known, &seen)
      survivors[key] = living.isEmpty ? nil : living
      count += living.count
    }
    limit = max(8, count * 2)
  }
}
