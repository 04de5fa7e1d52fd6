// Real loops, which a party finds on its own stack. Waits of several parties in a circle are in `Waits`.

extension Record {
  /// A service that is asked for while its factory runs is a loop, unless a completion runs in between whose instance can be found: then it
  /// is built a second time.
  ///
  /// Nobody finds a transient instance that is being completed. So if that leads to the same service again, it does so for ever.
  @inline(__always)
  func checkLoop(_ request: Request, _ hash: Int = 0, in home: Home? = nil) throws(ResolutionError) {
    let thread = request.thread
    var place = thread.state.frames.count &- 1
    while place >= 0, !thread.state.frames[place].isFoundHalfBuilt {
      if thread.state.frames[place].record.isSame(self) {
        return try thread.checkLoop(from: place, self, request, hash, home)
      }
      place &-= 1
    }
  }
}

extension Resolution {
  @inline(never)
  fileprivate func checkLoop(
    from top: Int, _ record: Record, _ request: Request, _ hash: Int, _ home: Home?
  ) throws(ResolutionError) {
    let arguments = request.arguments
    var place = top
    var isComparable: Bool?
    // The arguments are compared by user code, which may resolve; so nothing is borrowed meanwhile.
    while place >= 0, place < state.frames.count {
      let frame = state.frames[place]
      place -= 1
      if frame.isFoundHalfBuilt { return }
      guard frame.record.isSame(record),
        frame.isShared ? frame.home === home : frame.builder == request.builder
      else { continue }
      if !frame.isShared || record.mode.kind == .custom, !arguments.isNone {
        // So that a recursion with thousands of different arguments compares few of them.
        if hash != 0, frame.hash != 0, hash != frame.hash { continue }
        // What does not equal itself equals nothing: then a recursion is no loop, and looks at one frame for each level.
        if isComparable == nil { isComparable = isComparableWithItself(arguments, record) }
        if isComparable == false { return }
        if !isSame(arguments, frame, record) { continue }
      }
      throw error(.loop, request.registration.object)
    }
  }
  /// Whether a build of this thread has these arguments.
  func isBuilding(_ build: Build, _ arguments: Arguments) -> Bool {
    if arguments.isNone { return true }
    var place = state.frames.count - 1
    while place >= 0, state.frames[place].build?.isSame(build) != true { place -= 1 }
    return place >= 0 && isSame(arguments, state.frames[place], build.record)
  }
  private func isComparableWithItself(_ arguments: Arguments, _ record: Record) -> Bool {
    KeptArguments.keep(arguments, record.key.signature)?.compare(arguments) == .same
  }
  /// Arguments that cannot be compared are different here, or a recursion over them would be a loop.
  private func isSame(_ arguments: Arguments, _ frame: Frame, _ record: Record) -> Bool {
    if let kept = frame.kept { return kept.object.compare(arguments) == .same }
    return KeptArguments.keep(arguments, record.key.signature)?.compare(frame.arguments) == .same
  }
}
