// Real loops, which a party finds on its own stack. Waits of several parties in a circle are in `Waits`.

/// The records with frames far up the stack of a thread, so that a deep graph costs no look at all of them for each service.
///
/// A filter by the order of registration: it counts the frames of all records with the same last bits.
struct DeepFrames {
  /// The lowest place that counts; up to there, a look at each frame is cheaper.
  static let first = 16
  private var counts: [UInt32] = []

  func mayHave(_ record: Record) -> Bool { !counts.isEmpty && counts[record.order & 1023] != 0 }
  mutating func add(_ record: Record) {
    if counts.isEmpty { counts = Array(repeating: 0, count: 1024) }
    counts[record.order & 1023] += 1
  }
  mutating func remove(_ record: Record) { counts[record.order & 1023] -= 1 }
}

extension Resolution {
  /// A service that is asked for while its factory runs is a loop, unless a completion runs in between whose instance can be found: then it
  /// is built a second time.
  ///
  /// Nobody finds a transient instance that is being completed. So if that leads to the same service again, it does so for ever.
  @inline(__always)
  func checkLoop(
    _ found: Found, _ record: Record, _ arguments: Arguments, _ hash: Int = 0
  ) throws(ResolutionError) {
    var place = state.frames.count &- 1
    // Of a deep stack, only the lowest frames are looked at where that can be known.
    if place >= DeepFrames.first, state.completions == 0, !state.deep.mayHave(record) {
      place = DeepFrames.first &- 1
    }
    while place >= 0, !state.frames[place].isFoundHalfBuilt {
      if state.frames[place].record.isSame(record) {
        return try checkLoop(from: place, found, record, arguments, hash)
      }
      place &-= 1
    }
  }
  @inline(never)
  private func checkLoop(
    from top: Int, _ found: Found, _ record: Record, _ arguments: Arguments, _ hash: Int
  ) throws(ResolutionError) {
    var place = top
    var isComparable: Bool?
    // The arguments are compared by user code, which may resolve; so nothing is borrowed meanwhile.
    while place >= 0, place < state.frames.count {
      let frame = state.frames[place]
      place -= 1
      if frame.isFoundHalfBuilt { return }
      guard frame.record.isSame(record), frame.isShared || frame.builder == found.builder else { continue }
      if !frame.isShared || record.mode.kind == .custom, !arguments.isNone {
        // So that a recursion with thousands of different arguments compares few of them.
        if hash != 0, frame.hash != 0, hash != frame.hash { continue }
        // What does not equal itself equals nothing: then a recursion is no loop, and looks at one frame for each level.
        if isComparable == nil { isComparable = isComparableWithItself(arguments, record) }
        if isComparable == false { return }
        if !isSame(arguments, frame, record) { continue }
      }
      throw error(.loop, found.registration)
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
