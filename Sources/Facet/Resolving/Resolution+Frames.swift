// The life of a frame: `enter`, then the factory; then `leaveFrame`, if there is nothing to complete. Else `beginCompletions`, then the completions,
// then `finish`. `fail` leaves it at any time after `enter`.

extension Resolution {
  @inline(__always)
  func enter(_ frame: Frame) throws(ResolutionError) {
    if state.stack.isNearEnd() { throw tooDeep(frame) }
    state.frames.append(frame)
  }
  /// The factory of the innermost frame has returned; an awaited build may have no frame.
  func beginDecorators() {
    if state.frames.count > 0 { state.frames[state.frames.count - 1].isDecorating = true }
  }
  /// The instance of the innermost frame is stored now; until the frame ends it is half-built.
  func beginCompletions(isUnseen: Bool = false) {
    let top = state.frames.count - 1
    (state.frames[top].isCompleting, state.frames[top].isUnseen) = (true, isUnseen)
    state.frames[top].graphMark = Int32(state.graph.entries.count)
    state.frames[top].deferredMark = Int32(state.deferred.count)
    state.completions &+= 1
  }
  /// Ends the innermost frame.
  ///
  /// The frame that asked has the half-built instances of frames below, too.
  func leaveFrame() {
    let frame = state.frames.removeLast()
    let low = frame.low
    if low.isBelow(state.frames.count) { inherit(low) }
    state.outcome = .built
  }
  /// Rule 4, low: the innermost frame gets an instance that waits for `low`, and so waits for it, too.
  @inline(__always)
  func inherit(_ low: Low) {
    if low == .none { return }
    assert(low.isBelow(state.frames.count), "A frame has ended, and something still waits for it")
    let top = state.frames.count - 1
    state.frames[top].low = min(state.frames[top].low, low)
  }

  /// Ends the innermost frame, whose completions have run.
  ///
  /// Returns false if it has lost: another party was faster, or has closed a container. Then all is taken back, and the frame must begin anew.
  func finish(_ build: Build?) -> Bool {
    let depth = state.frames.count - 1
    let frame = state.frames[depth]
    if let build, state.got.count > Int(frame.gotMark) { build.got += takeGot(since: Int(frame.gotMark)) }
    leaveFrame()
    // The frame that asked has the instance, and waits for the same frame.
    if let build { note(build.life) }
    // Instances that wait for this frame, or for one that was above, wait from now on for the frame that this one waits for.
    let low = frame.low.isBelow(depth) ? frame.low : .none
    state.graph.lower(from: Int(frame.graphMark), depth, to: low)
    let finished = changeOtherGraphs { $0.lower(from: 0, depth, to: low) }
    // Their `deinit` may resolve: released when the frame has ended.
    defer { withExtendedLifetime(finished) {} }
    if low == .none { return publish(build, since: frame) }
    put(build, off: low, since: frame)
    return true
  }
  /// Rule 4, low: what was built in the frame is published with a lower one.
  private func put(_ build: Build?, off low: Low, since frame: Frame) {
    for build in state.deferred.dropFirst(Int(frame.deferredMark)) { build.low = min(build.low, low) }
    guard let build else { return }
    build.low = low
    state.deferred.append(build)
  }
  /// Rule 5, validate: returns false if one of them is lost, and takes all back.
  private func publish(_ build: Build?, since frame: Frame) -> Bool {
    if state.deferred.count == Int(frame.deferredMark) {
      guard let build, !build.publishAlone(self) else { return true }
      takeBack(frame, [build], isLost: true)
      return false
    }
    let builds = takeDeferred(since: frame) + (build.map { [$0] } ?? [])
    if Build.publish(builds, self) { return true }
    takeBack(frame, builds, isLost: true)
    return false
  }
  /// Other graphs, which were joined within a frame that ends, may have what waits for it.
  ///
  /// Returns those of which nothing is half-built any more, to be released.
  @inline(__always)
  private func changeOtherGraphs(_ change: (inout Graph) -> Void) -> [Graph] {
    if state.resting.isEmpty, state.unfinished.isEmpty { return [] }
    return changeGraphs(change)
  }
  @inline(never)
  private func changeGraphs(_ change: (inout Graph) -> Void) -> [Graph] {
    for place in state.resting.indices { change(&state.resting[place]) }
    for place in state.unfinished.indices { change(&state.unfinished[place]) }
    let finished = state.unfinished.filter { !$0.isHalfBuilt }
    state.unfinished.removeAll { !$0.isHalfBuilt }
    for graph in finished { graph.identifier?.remember(graph) }
    return finished
  }
  private func takeDeferred(since frame: Frame) -> [Build] {
    let mark = min(Int(frame.deferredMark), state.deferred.count)
    defer { state.deferred.removeSubrange(mark...) }
    return Array(state.deferred[mark...])
  }

  /// Ends the innermost frame with an error, and returns that with its path.
  @inline(never)
  func fail(_ error: any Error) -> ResolutionError {
    let failure = failure(error)
    let frame = state.frames[state.frames.count - 1]
    // The frame that asked waits for the same frame, and got the same lives.
    leaveFrame()
    if frame.isCompleting { takeBack(frame, takeDeferred(since: frame), isLost: false) }
    return failure
  }
  /// Rule 6, take back: the instance of a frame, and what was deferred, or remembered for the graph, since it was stored.
  private func takeBack(_ frame: Frame, _ builds: [Build], isLost: Bool) {
    var entries = state.graph.removeAll(from: Int(frame.graphMark))
    let depth = state.frames.count
    let finished = changeOtherGraphs { entries += $0.removeAll(waitingFor: depth) }
    let own = frame.build?.object
    let unseen =
      builds.reversed().filter { $0 !== own }.flatMap { $0.dropped(self) }
      + (own?.dropped(self, isLost: isLost) ?? [])
    // Ends, and what is released, are user code: all is consistent again.
    unseen.first?.owner.end(unseen.inEndOrder)
    withExtendedLifetime((entries, finished)) {}
  }
}
