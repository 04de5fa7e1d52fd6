extension Record {
  /// Finds the instance that the top-level resolve has, or builds it for all who ask within that.
  ///
  /// What runs before and after the factory is out of line: in a debug build its variables would be on the stack, between one service and the
  /// next.
  func graph(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    while true {
      let start = try beginInGraph(found, thread, arguments)
      if let known = start.known { return known }
      do {
        let place = start.needsBox ? nil : slot
        let built =
          found.mode.isSpecial
          ? try makeSpecial(found.mode, asked, arguments, place) : try recipe.factory(asked, arguments, place)
        let end = try endInGraph(start, built, found, asked, thread, arguments, slot)
        if !end.isLost { return end.instance }
      } catch {
        throw thread.fail(error)
      }
      try checkOpen(thread)
    }
  }

  private struct Start {
    var known: Instance?
    let key: Graph.Key
    let needsBox: Bool
    /// How many completions had begun.
    let completions: Int
  }
  @inline(never)
  private func beginInGraph(
    _ found: Found, _ thread: Resolution, _ arguments: Arguments
  ) throws(ResolutionError) -> Start {
    // Nobody asks again for what the top-level resolve itself is for, unless it is completed, or its graph has an identifier.
    let needsBox = thread.isNested || found.mode.isCompleted
    let hash = needsBox ? arguments.hash(key.signature) : 0
    let key = Graph.Key(self, found.builder, hash: hash)
    var start = Start(key: key, needsBox: needsBox, completions: thread.state.completions)
    start.known = thread.known(self, key, arguments)
    if start.known != nil { return start }
    try thread.checkLoop(found, self, arguments, hash)
    try thread.begin(
      Frame(Borrowed(found.registration), Borrowed(self), found.builder, arguments, hash: hash))
    return start
  }

  /// The factory has returned.
  @inline(never)
  private func endInGraph(
    _ start: Start, _ built: Instance?, _ found: Found, _ asked: Container, _ thread: Resolution,
    _ arguments: Arguments, _ slot: Slot?
  ) throws -> (instance: Instance?, isLost: Bool) {
    let isJoined = thread.state.graph.identifier != nil
    let isChanged = thread.state.completions != start.completions
    guard start.needsBox || isJoined || isChanged else {
      thread.end()
      return (built, false)
    }
    let key =
      start.needsBox ? start.key : Graph.Key(self, found.builder, hash: arguments.hash(self.key.signature))
    // Rule 7, first: a completion that ran meanwhile may have had it built a second time.
    if isChanged, let first = thread.known(self, key, arguments) {
      thread.end()
      if built == nil { slot?.clear(serviceType) }
      return (first, false)
    }
    var instance = built
    if isJoined, instance == nil {
      instance = slot?.box(serviceType)
      slot?.clear(serviceType)
    }
    if found.mode.isCompleted { thread.beginCompletions() }
    if let instance { thread.remember(instance, key, arguments, self.key.signature) }
    guard found.mode.isCompleted else {
      thread.end()
      return (instance, false)
    }
    try complete(instance!, asked, arguments)
    if thread.finish() { return (instance, false) }
    return (nil, true)
  }
}

// MARK: - The instances of the graph

extension Resolution {
  @inline(__always)
  fileprivate func known(_ record: Record, _ key: Graph.Key, _ arguments: Arguments) -> Instance? {
    if state.graph.entries.isEmpty { return nil }
    let place = state.graph.last(key)
    if place < 0 { return nil }
    if arguments.isNone { return take(place) }
    return known(key, record, arguments)
  }
  /// The arguments are compared by user code, which may resolve; so nothing is borrowed meanwhile.
  @inline(never)
  private func known(_ key: Graph.Key, _ record: Record, _ arguments: Arguments) -> Instance? {
    var (compared, last) = (-1, state.graph.last(key))
    while last > compared {
      if let found = known(from: last, to: compared, record, arguments) { return found }
      // The comparison may have added entries.
      (compared, last) = (last, state.graph.last(key))
    }
    return nil
  }
  private func known(from last: Int, to end: Int, _ record: Record, _ arguments: Arguments) -> Instance? {
    var place = last
    while place > end, place < state.graph.entries.count {
      let entry = state.graph.entries[place]
      let comparison = entry.arguments?.compare(arguments) ?? .same
      let isEqual = comparison == .same || comparison == .unknown && isBeingCompleted(record)
      // The comparison may have ended the entry.
      if isEqual, place < state.graph.entries.count, state.graph.entries[place].instance === entry.instance {
        return take(place)
      }
      place = entry.previous
    }
    return nil
  }
  @inline(__always)
  private func take(_ place: Int) -> Instance? {
    inherit(state.graph.entries[place].low)
    state.outcome = .reusedFromCycle
    return state.graph.entries[place].instance
  }
  private func isBeingCompleted(_ record: Record) -> Bool {
    (0..<state.frames.count).contains {
      state.frames[$0].isCompleting && state.frames[$0].record.isSame(record)
    }
  }

  @inline(__always)
  fileprivate func remember(
    _ instance: Instance, _ key: Graph.Key, _ arguments: Arguments, _ signature: Any.Type?
  ) {
    let kept = arguments.isNone ? nil : KeptArguments.keep(arguments, signature)
    let top = state.frames.count - 1
    let frame = state.frames[top]
    state.graph.append(
      instance, key, kept, low: frame.isCompleting ? .frame(top) : frame.low)
  }
}
