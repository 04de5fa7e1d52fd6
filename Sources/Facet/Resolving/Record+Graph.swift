extension Record {
  /// Finds the instance that the top-level resolve has, or builds it for all who ask within that.
  func graph(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    var request = request
    // Nobody asks again for what the top-level resolve itself is for, unless it is completed, or its graph has an identifier.
    if request.thread.isNested || request.isCompleted { prepareForGraph(&request) }
    while true {
      if let known = try known(request) { return .instance(known) }
      let answer = try make(request, for: .graph, by: asked)
      guard case .lost = answer else { return answer }
      try beginAnew(request)
    }
  }
  // Out of line, or its variables would be on the stack of a debug build, between one service and the next.
  @inline(never)
  private func prepareForGraph(_ request: inout Request) {
    request.hash = request.arguments.hash
    request.slot = nil
  }
  private func known(_ request: Request) throws(ResolutionError) -> Instance? {
    let key = Graph.Key(self, request.builder, hash: request.hash)
    if let known = request.thread.known(key, of: self, request.arguments) { return known }
    try checkLoop(request)
    return nil
  }
  /// Rule 5: a frame that begins anew may find its container closed.
  func beginAnew(_ request: Request) throws(ResolutionError) {
    if owner.contents.withReadLock(0, { $0.refusesBuilds }) {
      throw request.thread.closed(request.registration.object, in: owner)
    }
  }
}

// MARK: - The instances of the graph

extension Resolution {
  @inline(__always)
  func known(_ key: Graph.Key, of record: Record, _ arguments: Arguments) -> Instance? {
    if state.graph.entries.isEmpty { return nil }
    let place = state.graph.last(key)
    if place < 0 { return nil }
    if arguments.isNone { return take(place) }
    return search(key, of: record, arguments)
  }
  /// The arguments are compared by user code, which may resolve; so nothing is borrowed meanwhile.
  @inline(never)
  private func search(_ key: Graph.Key, of record: Record, _ arguments: Arguments) -> Instance? {
    while true {
      let graph = state.graph
      let found = graph.all(key).first { entry in
        let comparison = entry.arguments?.compare(arguments) ?? .same
        return comparison == .same || comparison == .unknown && isBeingCompleted(record)
      }
      // The comparison may have added entries, or ended this one.
      if state.graph.last(key) != graph.last(key) { continue }
      guard let found else { return nil }
      return state.graph.entries.lastIndex { $0.instance === found.instance }.flatMap(take)
    }
  }
  @inline(__always)
  private func take(_ place: Int) -> Instance? {
    inherit(state.graph.entries[place].low)
    if !state.graph.entries[place].needs.isEmpty { note(state.graph.entries[place].needs) }
    if state.graph.entries[place].low != .none { noteHalfBuilt(place) }
    state.outcome = .reusedFromCycle
    return state.graph.entries[place].instance
  }
  /// A kept service has an instance whose completions still run: it gets what these get, too.
  @inline(never)
  private func noteHalfBuilt(_ place: Int) {
    guard state.frames.contains(where: { $0.build != nil }),
      let frame = state.frames.last(where: { $0.isCompleting && Int($0.graphMark) == place })
    else { return }
    if let known = state.graph.entries[place].life { return note(known) }
    state.graph.set(handOnLife(of: frame), at: place)
  }
  /// The completions of the innermost frame have run: what they got, who gets the instance has, too.
  func noteGraphNeeds() {
    let place = Int(state.frames[state.frames.count - 1].graphMark)
    let needs = gotByFrame()
    guard !needs.isEmpty, place < state.graph.entries.count else { return }
    state.graph.set(needs, at: place)
    if let life = state.graph.entries[place].life {
      let parts = needs.present(without: life)
      life.withLock { ($0.needs.parts, $0.isFinal) = (parts, true) }
    }
  }
  private func isBeingCompleted(_ record: Record) -> Bool {
    state.frames.contains { $0.isCompleting && $0.record.isSame(record) }
  }

  @inline(__always)
  func remember(_ instance: Instance, under key: Graph.Key, with arguments: KeptArguments?) {
    let top = state.frames.count - 1
    let frame = state.frames[top]
    let low = frame.isCompleting ? .frame(top) : frame.low
    state.graph.append(
      Graph.Entry(key: key, arguments: arguments, instance: instance, needs: gotByFrame(), low: low))
  }
}
