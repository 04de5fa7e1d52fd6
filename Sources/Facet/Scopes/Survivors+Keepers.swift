/// What a cycle handed out that keeps its container, held weakly: somebody may join the cycle after its end, and then an instance of it may
/// come to something that the container keeps.
///
/// While a cycle runs on one thread, the state of that knows it. In a cycle over suspensions one block hands something out, and another
/// one may see the capture.
extension Survivors {
  /// Takes over what the cycle handed out, or one block of it.
  @inline(never)
  func note(_ keepers: [any ContainerKeeper]) {
    // Reading a weak reference holds the object, perhaps as the last owner. So all of them are released outside the lock.
    let (isCaptured, _) = state.withLock { state -> (Bool, [AnyObject?]) in
      if state.isCaptured { return (true, []) }
      // Nobody can come to something of a cycle of which nothing lives.
      if state.held == nil, state.survivors.isEmpty { return (false, []) }
      state.keepers += keepers.map { WeakReference($0) }
      return (false, state.keepers.count < state.keeperLimit ? [] : state.removeGoneKeepers())
    }
    if isCaptured { stop(keepers) }
  }

  /// Something that the container keeps got a service of the cycle which was not built for it.
  @inline(never)
  func capture() {
    let keepers = state.withLock { state in
      state.isCaptured = state.held != nil
      return exchange(&state.keepers, with: [])
    }
    stop(keepers.compactMap(\.keeper))
  }

  /// All that was handed out so far, and lives.
  var keepers: [any ContainerKeeper] { state.withLock { $0.keepers }.compactMap(\.keeper) }

  // Outside the lock: a container may go.
  private func stop(_ keepers: [any ContainerKeeper]) {
    for keeper in keepers { keeper.stopKeepingContainer() }
  }
}

extension Survivors.State {
  /// Gives all objects that were read, which the caller releases outside the lock.
  fileprivate mutating func removeGoneKeepers() -> [AnyObject?] {
    let objects = keepers.map(\.object)
    keepers = zip(keepers, objects).compactMap { $1 == nil ? nil : $0 }
    keeperLimit = max(8, keepers.count * 2)
    return objects
  }
}
