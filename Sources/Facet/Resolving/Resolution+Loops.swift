// Real loops, which a party finds on its own stack. Waits of several parties in a circle are in `Waits`.

extension Record {
  /// A service that is asked for while its factory runs is a loop, unless a completion runs in between whose instance can be found: then it
  /// is built a second time.
  ///
  /// Nobody finds a transient instance that is being completed. So if that leads to the same service again, it does so for ever.
  @inline(__always)
  func checkLoop(_ request: Request, in home: Home? = nil) throws(ResolutionError) {
    let thread = request.thread
    var place = thread.state.frames.count &- 1
    if !thread.state.frames.mayHave(order) { return }
    while place >= 0, !thread.state.frames[place].isFoundHalfBuilt {
      if thread.state.frames[place].record.isSame(self) {
        return try checkLoop(request, in: home, from: place)
      }
      place &-= 1
    }
  }
  @inline(never)
  private func checkLoop(_ request: Request, in home: Home?, from top: Int) throws(ResolutionError) {
    let (thread, arguments) = (request.thread, request.arguments)
    var place = top
    var isComparable: Bool?
    // The arguments are compared by user code, which may resolve; so nothing is borrowed meanwhile.
    while place >= 0, place < thread.state.frames.count {
      let frame = thread.state.frames[place]
      place -= 1
      if frame.isFoundHalfBuilt { return }
      guard frame.record.isSame(self),
        frame.isShared ? frame.home?.object === home : frame.builder == request.builder
      else { continue }
      if !frame.isShared || configuration.kind == .custom, !arguments.isNone {
        // So that a recursion with thousands of different arguments compares few of them.
        if request.hash != 0, frame.hash != 0, request.hash != frame.hash { continue }
        // An argument that does not equal itself equals nothing: then a recursion is no loop, and looks at one frame for each level.
        if isComparable == nil { isComparable = isComparableWithItself(arguments) }
        if isComparable == false { return }
        if !isSame(arguments, as: frame) { continue }
      }
      let extras = ResolutionError.Extras(isAwaited: configuration.mustBeAwaited)
      throw thread.error(.loop, about: request.registration.object, with: extras)
    }
  }
  private func isComparableWithItself(_ arguments: Arguments) -> Bool {
    KeptArguments.keep(arguments)?.compare(arguments) == .same
  }
  /// Arguments that cannot be compared are different here, or a recursion over them would be a loop.
  fileprivate func isSame(_ arguments: Arguments, as frame: Frame) -> Bool {
    if let kept = frame.kept { return kept.object.compare(arguments) == .same }
    return KeptArguments.keep(arguments)?.compare(frame.arguments) == .same
  }
}

extension Resolution {
  /// A closure of a forward that needs that forward is a loop, unless a completion runs in between.
  func checkLoop(of forward: Forward, _ request: Request) throws(ResolutionError) {
    if !request.arguments.isNone { return }
    for frame in state.frames.reversed() {
      if frame.isFoundHalfBuilt { return }
      if frame.registration.isSame(forward) { throw error(.loop, about: forward) }
    }
  }
  /// Whether a build of this thread has these arguments.
  func isBuilding(_ build: Build, _ arguments: Arguments) -> Bool {
    if arguments.isNone { return true }
    guard let frame = state.frames.last(where: { $0.build?.isSame(build) == true }) else { return false }
    return build.record.isSame(arguments, as: frame)
  }
}
