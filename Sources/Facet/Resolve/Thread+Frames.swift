/// The state of a service in the frames of a thread.
extension Thread {
  /// The services from the top-level resolve to the one under construction.
  var path: [PathStep] {
    (0..<state.frames.count).map { number in
      let frame = state.frames[number]
      return frame.registration.read {
        PathStep($0.key, of: $0.record, in: frame.scope, by: frame.builder.object)
      }
    }
  }

  /// Leaves the frame of a service.
  @inline(__always)
  func pop() {
    if state.child != nil { keepDepth() }
    state.frames.removeLast()
  }

  /// Keeps the depth of a finished frame, for a later request for its service.
  @inline(never)
  private func keepDepth() {
    let frame = state.frames[state.frames.count - 1]
    if frame.depth > 0, frame.cycleNumber == state.cycleNumber, frame.entry >= 0,
      frame.entry < state.cycle.count
    {
      state.cycle[frame.entry].depth = frame.depth
    }
  }

  // Functions that call user code touch the state through these functions. In a debug build each access to an entry takes some hundred
  // bytes of the stack, which limits how deeply services may be nested.

  /// Whether the cycle has no instance yet for an entry.
  @inline(__always)
  func isBuilding(_ index: Int) -> Bool { state.cycle[index].content == .building }

  /// Lets the cycle find an instance in the storage of the record.
  func noteStored(_ index: Int) { state.cycle[index].content = .stored }

  /// Notes how often the record of an entry had been reset at the build of its instance.
  func notePublication(_ index: Int, _ resetCount: Int) { state.cycle[index].publication = resetCount }

  /// Notes that the completions of the innermost service begin.
  func beginCompletions(_ index: Int) -> BeforeCompletions {
    state.frames[state.frames.count - 1].phase = isBuilding(index) ? .completingUnseen : .completing
    return BeforeCompletions(entryCount: state.cycle.count, lastInstance: CreationNumber.last)
  }

  /// Whether there is enough stack for another service.
  var hasStackLeft: Bool {
    @inline(never) get { !state.stack.isNearEnd() }
  }

  /// The innermost frame for which a condition holds.
  @inline(__always)
  func lastFrame(where isIncluded: (Frame) -> Bool) -> Int? {
    var number = state.frames.count - 1
    while number >= 0 {
      if isIncluded(state.frames[number]) { return number }
      number -= 1
    }
    return nil
  }

  /// Whether a service of a cycle is being built or completed.
  func hasFrame(of entry: Int, in cycleNumber: Int) -> Bool {
    lastFrame { $0.entry == entry && $0.cycleNumber == cycleNumber } != nil
  }

  /// Whether a service under construction may be built a second time within that build.
  ///
  /// It may if an `initCompleted` lies between: the completed service is available from now on, so the second build takes another way
  /// than the first. Without one, the factories need one another without end.
  func mayBuildAgain(_ index: Int) -> Bool {
    let known = lastFrame {
      $0.cycleNumber == state.cycleNumber && ($0.entry == index || $0.phase == .completing)
    }
    guard let known else { return false }
    return state.frames[known].entry != index
  }

  /// Counts a service that the container keeps, while its factory or its completions run.
  func countFrame(_ scope: ScopeKind, by difference: Int) {
    if scope != .transient && scope != .weak { state.keptFrameCount += difference }
  }
}
