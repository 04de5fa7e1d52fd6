/// The instances of an ended cycle, held weakly: some may still live.
///
/// With it, a ``Lazy`` and whoever joins the cycle find the instances of it, and a cycle that nobody can join leaves nothing: a million
/// resolves grow by 0 KB.
///
/// The keys are numbers, not addresses, because the address of an old record may become that of a new one. Instances
/// that are gone are removed while the table grows, so its size is in proportion to the instances that live.
///
/// A cycle over suspensions ends later than the blocks that build for it: until it ends, its instances are held strongly.
struct Survivors: ~Copyable, Sendable {
  /// The record of an instance, and the registry that built it; or a storage that keeps it.
  struct Key: Hashable {
    private let number: Int
    private let builder: Int

    init(record: Int, builder: Int) {
      number = record
      self.builder = builder
    }

    init(storage: Int) {
      number = storage
      // No registry has this number.
      builder = -1
    }
  }

  /// One instance, and the arguments with which it was built.
  struct Survivor {
    weak var object: AnyObject?
    let arguments: RememberedArguments?
    /// Whether it was built for others than services that the container keeps, and may have what keeps that.
    var isOutside: Bool
  }

  struct State {
    var survivors: [Key: [Survivor]] = [:]
    var count = 0
    /// The count at which instances that are gone are removed.
    var limit = 8
    /// Those to which instances with arguments were added since a cycle ended.
    var changedKeys: [Key] = []
    /// Those that are held, and their arguments; `nil` if none is to be.
    var held: [ObjectIdentifier: AnyObject]?
    /// What the cycle handed out; see `ContainerKeeper`.
    var keepers: [WeakReference] = []
    /// The count at which those that are gone are removed.
    var keeperLimit = 8
    var isCaptured = false
  }

  let state: Guarded<State>

  @_optimize(speed)
  init(holdsInstances: Bool = false) {
    state = Guarded(State(held: holdsInstances ? [:] : nil))
  }

  /// Adds an instance; if it `isOnly`, in the place of all others for the key.
  @inline(never)
  func insert(
    _ object: AnyObject?, arguments: RememberedArguments? = nil, for key: Key, isOnly: Bool = false,
    isOutside: Bool = false
  ) {
    // Reading a weak reference holds the object, perhaps as the last owner. So all of them are released outside the lock.
    _ = state.withLock { state -> ([Survivor], [AnyObject?]) in
      let known = state.survivors[key] ?? []
      var objects: [AnyObject?] = []
      for object in [object] + (arguments?.held ?? []) {
        if let object { state.held?[ObjectIdentifier(object)] = object }
      }
      var new = isOnly ? [] : Survivors.living(known, &objects)
      if let object {
        let index = new.firstIndex { $0.object === object }
        let wasOutside = index.map { new.remove(at: $0).isOutside } ?? false
        new.append(Survivor(object: object, arguments: arguments?.weakly, isOutside: isOutside || wasOutside))
        if arguments != nil { state.changedKeys.append(key) }
      }
      state.survivors[key] = new.isEmpty ? nil : new
      state.count += new.count - known.count
      var removed = known
      if state.count >= state.limit { state.removeGone(&objects, &removed) }
      return (removed, objects)
    }
  }

  /// Adds an instance of a service, if it can be found again by its arguments.
  func insert(
    _ object: AnyObject, of record: Record, builtBy builder: Registry, _ arguments: ArgumentCopy?,
    isOutside: Bool
  ) {
    let key = Key(record: record.order, builder: builder.number)
    guard let arguments, let operations = record.recipe.arguments else {
      return insert(object, for: key, isOutside: isOutside)
    }
    let mayHold = state.withLock { $0.held != nil }
    if let remembered = RememberedArguments(operations.values(arguments.pointer), mayHold: mayHold) {
      insert(object, arguments: remembered, for: key, isOutside: isOutside)
    }
  }

  /// Holds none of the instances any longer.
  func release() {
    // Released outside the lock.
    _ = state.withLock { state in
      state.isCaptured = false
      return exchange(&state.held, with: nil)
    }
    forgetGone()
  }

  /// Forgets the instances that went with their cycle, and so their arguments.
  @inline(never)
  func forgetGone() {
    // Released outside the lock.
    _ = state.withLock { state -> ([Survivor], [AnyObject?]) in
      guard state.held == nil else { return ([], []) }
      var (removed, objects): ([Survivor], [AnyObject?]) = ([], [])
      for key in exchange(&state.changedKeys, with: []) {
        let known = state.survivors[key] ?? []
        let living = Survivors.living(known, &objects)
        state.survivors[key] = living.isEmpty ? nil : living
        state.count += living.count - known.count
        removed += known
      }
      return (removed, objects)
    }
  }

  /// The instances for a key, also those that are gone.
  func find(_ key: Key) -> [Survivor] {
    state.withLock { $0.survivors[key] ?? [] }
  }
}

extension Survivors.State {
  /// Removes the instances that are gone.
  ///
  /// - Parameters:
  ///   - seen: receives every object that was read; the caller releases it outside the lock.
  ///   - removed: receives every old list, for the same reason.
  fileprivate mutating func removeGone(_ seen: inout [AnyObject?], _ removed: inout [Survivors.Survivor]) {
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

extension Survivors {
  /// Those whose objects live; all objects go to `seen`, which holds them.
  @inline(never)
  fileprivate static func living(_ known: [Survivor], _ seen: inout [AnyObject?]) -> [Survivor] {
    known.filter { survivor in
      let found = survivor.object
      seen.append(found)
      return found != nil
    }
  }
}
